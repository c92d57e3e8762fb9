import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client';
import type { components } from '../../../api/schema';

export type AdminPayment = components['schemas']['AdminPayment'];
export type AdminSubscription = components['schemas']['AdminSubscription'];

/** Why a subscription is listed, by the API's names. */
export const ATTENTIONS = { overdue: 'Overdue', suspended: 'Of suspended accounts' } as const;
export type Attention = keyof typeof ATTENTIONS;

const PAGE_ITEMS = 50;

/** @param onlyToRefund those that granted nothing, and whose money has not gone back. */
export function useAllPayments(onlyToRefund: boolean) {
  return useInfiniteQuery({
    queryKey: ['admin', 'payments', onlyToRefund],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/api/admin/payments', {
          params: {
            query: {
              limit: PAGE_ITEMS,
              ...(onlyToRefund && { toRefund: true }),
              ...(pageParam && { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

/** Sends the money of a rejected payment back. Repeated, it changes nothing. */
export function useRefund(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/admin/payments/{id}/refund', { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'payments'] }),
  });
}

/** @param attention undefined: for any reason. */
export function useUnsettledSubscriptions(attention: Attention | undefined) {
  return useInfiniteQuery({
    queryKey: ['admin', 'subscriptions', attention],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/api/admin/subscriptions', {
          params: {
            query: {
              limit: PAGE_ITEMS,
              ...(attention && { attention }),
              ...(pageParam && { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}
