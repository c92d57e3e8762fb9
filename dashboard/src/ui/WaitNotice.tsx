import { Alert } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import type { Problem } from '../api/problem';
import { useCountdown } from './useCountdown';

/** A refusal that passes, and how long it is waited out. Give it a new key with every refusal. */
export function WaitNotice({ problem }: { problem: Problem }) {
  const seconds = useCountdown(problem.retryAfterSeconds ?? 0);
  const title = problem.status === 429 ? 'The request limit is reached' : 'The service is not answering';
  return (
    <Alert role="status" color="orange" icon={<IconHourglass />} title={title}>
      {problem.message} {seconds > 0 ? `Trying again in ${seconds} s.` : 'Trying again …'}
    </Alert>
  );
}
