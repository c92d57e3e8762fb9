import { Alert } from '@mantine/core';
import type { Problem } from '../../api/problem';
import { useCountdown } from '../../ui/useCountdown';

/** Shows why the form was rejected and what to do next. */
export function SignInProblem({ problem }: { problem: Problem }) {
  const seconds = useCountdown(problem.retryAfterSeconds ?? 0);
  return (
    <Alert color="red" role="alert" mb="md">
      {textOf(problem)}
      {seconds > 0 && ` Try again in ${seconds} s.`}
    </Alert>
  );
}

function textOf({ code, message }: Problem): string {
  switch (code) {
    case 'invalid_credentials':
      return 'The email or the password is wrong.';
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
