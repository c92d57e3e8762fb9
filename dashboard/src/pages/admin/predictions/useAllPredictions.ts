import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, ask } from '../../../api/client';
import type { Filters } from '../../../ui/useAddressFilters';
import { queryOf } from '../../history/filters';

export const ALL_FILTERS = [
  'accountId',
  'predictionId',
  'status',
  'modality',
  'modelKey',
  'from',
  'to',
] as const;
export type AllFilters = Filters<(typeof ALL_FILTERS)[number]>;

const PAGE_ITEMS = 50;
const FOLLOW_MS = 5000;

export function useAllPredictions(filters: AllFilters) {
  return useInfiniteQuery({
    queryKey: ['admin', 'predictions', filters],
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET('/api/admin/predictions', {
          params: {
            query: {
              ...queryOf(filters),
              limit: PAGE_ITEMS,
              ...(pageParam && { cursor: pageParam }),
            } as never,
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ status }) => status === 'processing'))
        ? FOLLOW_MS
        : false,
  });
}

/** Ends a prediction of anybody and gives its credits back. @param end with a note, it fails; without, it is cancelled. */
export function useEndPrediction(predictionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (end: { note: string } | null) => {
      const params = { path: { predictionId } };
      return end === null
        ? ask(api.POST('/api/admin/predictions/{predictionId}/cancel', { params }))
        : ask(api.POST('/api/admin/predictions/{predictionId}/fail', { params, body: end }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
}
