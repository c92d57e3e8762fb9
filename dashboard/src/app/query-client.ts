import { QueryClient } from '@tanstack/react-query';
import { asProblem } from '../api/problem';
import { currentSession, onSessionChange } from '../session/session';

const TRIES = 5;
const LONGEST_WAIT_SECONDS = 60;

/** What passes is waited out for as long as the service asks; what does not is said at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => asProblem(error).passes && failures < TRIES,
      retryDelay: (failures, error) => 1000 * secondsToWait(failures, asProblem(error).retryAfterSeconds),
    },
    mutations: { networkMode: 'always' },
  },
});

function secondsToWait(failures: number, asked: number | null): number {
  return Math.min(asked ?? 2 ** failures, LONGEST_WAIT_SECONDS);
}

/** Nothing that one person loaded is ever shown to the next. */
let userId: string | null = null;
onSessionChange(() => {
  const session = currentSession();
  const now = session.state === 'signed-in' ? session.profile.user.id : null;
  if (now === userId) return;
  if (userId !== null) queryClient.clear();
  userId = now;
});
