import { useInfiniteQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import type { components } from '../../api/schema';
import { endOfDay, startOfDay } from '../../text/times';
import type { Filters } from '../../ui/useUrlFilters';

export type RequestRecord = components['schemas']['RequestRecord'];

export const REQUEST_FILTERS = ['keyId', 'status', 'from', 'to'] as const;
export type RequestFilters = Filters<(typeof REQUEST_FILTERS)[number]>;

const PAGE_ITEMS = 50;
const STATUS = /^[1-5]\d\d$/;

export function useRequests({ keyId, status, from, to }: RequestFilters) {
  const query = {
    limit: PAGE_ITEMS,
    ...(keyId && { keyId }),
    // Half a status, while it is typed, is no filter yet.
    ...(status !== undefined && STATUS.test(status) && { status: Number(status) }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
  };
  return useInfiniteQuery({
    queryKey: ['requests', query],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/api/requests', {
          params: { query: { ...query, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}
