import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client';
import { randomKey } from '../../../api/idempotency';
import type { components } from '../../../api/schema';

export type Pack = components['schemas']['PackItem'];
export type Plan = components['schemas']['PlanItem'];
export type Subscription = components['schemas']['SubscriptionView'];
/** What is bought: a pack, or the first month of a plan. */
export type Order = { pack: string } | { plan: string };
export type Payment = components['schemas']['PaymentItem'];

export function usePacks() {
  return useQuery({
    queryKey: ['packs'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/billing/packs', { signal })),
  });
}

export function usePlans() {
  return useQuery({
    queryKey: ['plans'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/billing/plans', { signal })),
  });
}

export function usePayments() {
  return useInfiniteQuery({
    queryKey: ['payments'],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/api/billing/payments', {
          params: { query: pageParam ? { cursor: pageParam } : {} },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

/** Opens the payment service's page for an order, in this tab. Its way back leads to the credits. */
export function useCheckout() {
  return useMutation({
    mutationFn: (order: Order) =>
      unwrap(
        api.POST('/api/billing/checkout', {
          params: { header: { 'Idempotency-Key': randomKey() } },
          body: order,
        }),
      ),
    onSuccess: leave,
  });
}

/** Opens the payment service's page with invoices and cards, in this tab. */
export function usePortal() {
  return useMutation({ mutationFn: () => unwrap(api.POST('/api/billing/portal')), onSuccess: leave });
}

const leave = ({ url }: { url: string }) => window.location.assign(url);
