import { QueryClient } from '@tanstack/react-query';
import { asProblem } from '../api/problem';
import { currentSession, onSessionChange } from '../session/session';

const MAX_RETRIES = 5;
const MAX_WAIT_SECONDS = 60;

/** Transient errors are retried after `Retry-After`, or with exponential backoff. Other errors are shown at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => asProblem(error).isTransient && failures < MAX_RETRIES,
      retryDelay: (failures, error) => 1000 * secondsToWait(failures, asProblem(error).retryAfterSeconds),
    },
    mutations: { networkMode: 'always' },
  },
});

function secondsToWait(failures: number, retryAfterSeconds: number | null): number {
  return Math.min(retryAfterSeconds ?? 2 ** failures, MAX_WAIT_SECONDS);
}

/** The cache is cleared when another user signs in. */
let userId: string | null = null;
onSessionChange(() => {
  const session = currentSession();
  const now = session.state === 'signed-in' ? session.profile.user.id : null;
  if (now === userId) return;
  if (userId !== null) queryClient.clear();
  userId = now;
});
