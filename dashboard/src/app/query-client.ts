import { QueryClient } from '@tanstack/react-query';
import { outage } from '../api/outage';
import { asProblem } from '../api/problem';
import { currentSession, onSessionChange } from '../session/session';

const MAX_RETRIES = 5;
const MAX_WAIT_SECONDS = 60;
/** A service that does not answer is tried often, because it may be back at any moment. */
const MAX_WAIT_IN_OUTAGE_SECONDS = 4;

/**
 * Transient errors are retried after `Retry-After`, or with exponential backoff; without an end while the service does not
 * answer. Other errors are shown at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => asProblem(error).isTransient && (failures < MAX_RETRIES || outage.isDown()),
      retryDelay: (failures, error) => 1000 * secondsToWait(failures, asProblem(error).retryAfterSeconds),
    },
    mutations: { networkMode: 'always' },
  },
});

function secondsToWait(failures: number, retryAfterSeconds: number | null): number {
  const limit = outage.isDown() ? MAX_WAIT_IN_OUTAGE_SECONDS : MAX_WAIT_SECONDS;
  return Math.min(retryAfterSeconds ?? 2 ** failures, limit);
}

/** Queries that failed during an outage are sent again at its end. */
outage.onChange(() => {
  if (outage.isDown()) return;
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
});

/** The cache is cleared when another user signs in. */
let userId: string | null = null;
onSessionChange(() => {
  const session = currentSession();
  const now = session.state === 'signed-in' ? session.profile.user.id : null;
  if (now === userId) return;
  if (userId !== null) queryClient.clear();
  userId = now;
});
