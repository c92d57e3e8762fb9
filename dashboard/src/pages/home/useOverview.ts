import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, ask } from '../../api/client';
import { readersTimeZone } from '../../text/times';

/** How much of the limits was used in the last minute goes stale quickly. Reading it counts against none of them. */
const UPDATE_MS = 10_000;

export function useOverview() {
  const timeZone = readersTimeZone();
  return useQuery({
    queryKey: ['overview', timeZone],
    queryFn: ({ signal }) =>
      ask(api.GET('/api/dashboard/overview', { params: { query: { timeZone } }, signal })),
    refetchInterval: UPDATE_MS,
    placeholderData: keepPreviousData,
  });
}
