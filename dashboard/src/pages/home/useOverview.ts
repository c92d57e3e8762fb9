import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import { readersTimeZone } from '../../text/times';

/** Limit usage covers the last window and becomes stale quickly. Reading the overview counts against no limit. */
const UPDATE_MS = 10_000;

export function useOverview() {
  const timeZone = readersTimeZone();
  return useQuery({
    queryKey: ['overview', timeZone],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/dashboard/overview', { params: { query: { timeZone } }, signal })),
    refetchInterval: UPDATE_MS,
    placeholderData: keepPreviousData,
  });
}
