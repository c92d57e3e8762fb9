import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client';
import type { Filters } from '../../../ui/useUrlFilters';
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
const POLL_MS = 5000;

export function useAllPredictions(filters: AllFilters) {
  return useInfiniteQuery({
    queryKey: ['admin', 'predictions', filters],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
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
      data?.pages.some(({ items }) => items.some(({ status }) => status === 'processing')) ? POLL_MS : false,
  });
}

/** Queries a prediction of any account with its timeline, charge and refund, until it is final. */
export function useAnyPrediction(predictionId: string) {
  return useQuery({
    queryKey: ['admin', 'prediction', predictionId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/admin/predictions/{predictionId}', { params: { path: { predictionId } }, signal }),
      ),
    refetchInterval: ({ state: { data } }) => (data?.status === 'processing' ? POLL_MS : false),
  });
}

/** Ends any account's prediction and refunds it. @param end a note fails the prediction; null cancels it. */
export function useEndPrediction(predictionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (end: { note: string } | null) => {
      const params = { path: { predictionId } };
      return end === null
        ? unwrap(api.POST('/api/admin/predictions/{predictionId}/cancel', { params }))
        : unwrap(api.POST('/api/admin/predictions/{predictionId}/fail', { params, body: end }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
}
