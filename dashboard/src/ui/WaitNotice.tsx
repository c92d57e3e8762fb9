import { Alert } from '@mantine/core';
import type { Problem } from '../api/problem';
import { IconHourglass } from './icons';
import { useCountdown } from './useCountdown';

/** Shows a transient error and the seconds until the next retry. Use a new `key` for every error. */
export function WaitNotice({ problem }: { problem: Problem }) {
  const seconds = useCountdown(problem.retryAfterSeconds ?? 0);
  const title = problem.status === 429 ? 'The request limit is reached' : 'The service does not answer';
  return (
    <Alert role="status" color="orange" icon={<IconHourglass />} title={title}>
      {problem.message} {seconds > 0 ? `Retrying in ${seconds} s.` : 'Retrying …'}
    </Alert>
  );
}
