import { useInfiniteQuery } from '@tanstack/react-query';
import { api, ask } from '../../api/client';
import { type HistoryFilters, queryOf } from './filters';

const PAGE_ITEMS = 24;
/** While something in the list is not final. */
const FOLLOW_MS = 4000;

export function useHistory(filters: HistoryFilters, onlyReframes: boolean) {
  return useInfiniteQuery({
    queryKey: ['history', onlyReframes, filters],
    queryFn: ({ pageParam, signal }) => {
      const { operation, predictionId, ...shared } = queryOf(filters);
      const page = { limit: PAGE_ITEMS, ...(pageParam && { cursor: pageParam }) };
      // The list of reframes has one operation by itself, and is not searched by id.
      return onlyReframes
        ? ask(
            api.GET('/api/dashboard/reframes', {
              params: { query: { ...shared, ...page } as never },
              signal,
            }),
          )
        : ask(
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
      data?.pages.some(({ items }) => items.some(({ status }) => status === 'processing'))
        ? FOLLOW_MS
        : false,
  });
}
