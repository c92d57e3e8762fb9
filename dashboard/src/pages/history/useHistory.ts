import { useInfiniteQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import { type HistoryFilters, queryOf } from './filters';

const PAGE_ITEMS = 24;
/** Poll interval while the list contains a prediction in progress. */
const POLL_MS = 4000;

export function useHistory(filters: HistoryFilters, onlyReframes: boolean) {
  return useInfiniteQuery({
    queryKey: ['history', onlyReframes, filters],
    queryFn: ({ pageParam, signal }) => {
      const { operation, predictionId, ...shared } = queryOf(filters);
      const page = { limit: PAGE_ITEMS, ...(pageParam && { cursor: pageParam }) };
      // The reframes endpoint takes neither `operation` nor `predictionId`.
      return onlyReframes
        ? unwrap(
            api.GET('/api/dashboard/reframes', {
              params: { query: { ...shared, ...page } as never },
              signal,
            }),
          )
        : unwrap(
            api.GET('/api/dashboard/predictions', {
              params: {
                query: {
                  ...shared,
                  ...(operation && { operation }),
                  ...(predictionId && { predictionId }),
                  ...page,
                } as never,
              },
              signal,
            }),
          );
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ status }) => status === 'processing')) ? POLL_MS : false,
  });
}
