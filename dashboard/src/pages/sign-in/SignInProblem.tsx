import { Alert } from '@mantine/core';
import type { Problem } from '../../api/problem';
import { useCountdown } from '../../ui/useCountdown';

/**
 * Shows why the form was rejected and what to do next.
 * @param credentials the text of `invalid_credentials`, where the form is not one of email and password.
 */
export function SignInProblem({ problem, credentials }: { problem: Problem; credentials?: string }) {
  const seconds = useCountdown(problem.retryAfterSeconds ?? 0);
  return (
    <Alert color="red" role="alert" mb="md">
      {textOf(problem, credentials)}
      {seconds > 0 && ` Try again in ${seconds} s.`}
    </Alert>
  );
}

function textOf({ code, message }: Problem, credentials = 'The email or the password is wrong.'): string {
  switch (code) {
    case 'invalid_credentials':
      return credentials;
    case 'email_taken':
      return 'An account with this email already exists. Sign in instead.';
    case 'registration_closed':
      return 'Registration is closed. Ask the operator of this service for an account.';
    case 'link_invalid':
      return 'This link was already used or has expired. Ask for a new one.';
    case 'validation_failed':
      return 'Some fields are invalid. Correct the marked fields below.';
    default:
      return message;
  }
}
