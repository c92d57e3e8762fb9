import { Alert } from '@mantine/core';
import type { Problem } from '../../api/problem';
import { useCountdown } from '../../ui/useCountdown';

/** Why the form was refused, in words that say what to do next. */
export function EntryProblem({ problem }: { problem: Problem }) {
  const seconds = useCountdown(problem.retryAfterSeconds ?? 0);
  return (
    <Alert color="red" role="alert" mb="md">
      {textOf(problem)}
      {seconds > 0 && ` In ${seconds} s you can try again.`}
    </Alert>
  );
}

function textOf({ code, message }: Problem): string {
  switch (code) {
    case 'invalid_credentials':
      return 'Email and password do not fit together.';
    case 'email_taken':
      return 'There is an account with this email already. Sign in instead.';
    case 'registration_closed':
      return 'New accounts cannot be opened here. Ask whoever runs this service.';
    case 'link_invalid':
      return 'This link was used before or is too old. Ask whoever runs this service for a new one.';
    case 'validation_failed':
      return 'Some of it cannot be used; it is marked below.';
    default:
      return message;
  }
}
