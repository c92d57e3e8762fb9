import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, unwrap } from '../../../api/client';
import { isOutcomeUnknown, randomKey } from '../../../api/idempotency';
import type { components } from '../../../api/schema';

export type AdminAccount = components['schemas']['AdminAccount'];
export type AdminAccountDetail = components['schemas']['AdminAccountBody'];

export interface Movement {
  amount: number;
  note: string;
}

const PAGE_ITEMS = 50;
/** How often a movement is sent again after a lost response. */
const MAX_RETRIES = 3;

export interface AccountFilters {
  /** Part of an email, or the whole id of an account or a user. */
  search?: string;
  plan?: string;
  /** Only suspended ones, or only others. */
  suspended?: boolean;
}

export function useAccounts({ search, plan, suspended }: AccountFilters, enabled = true) {
  return useInfiniteQuery({
    queryKey: ['admin', 'accounts', search, plan, suspended],
    enabled,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/api/admin/accounts', {
          params: {
            query: {
              limit: PAGE_ITEMS,
              ...(search && { search }),
              ...(plan && { plan }),
              ...(suspended !== undefined && { suspended }),
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

/** Returns the emails of users by their ids, of the accounts that a part of an email or a whole id finds. */
export function usePeople(search: string, enabled: boolean): ReadonlyMap<string, string> {
  const accounts = useAccounts({ search }, enabled && search !== '').data ?? [];
  return new Map(
    accounts.flatMap(({ users }) =>
      users.flatMap(({ id, email }) => (email === null ? [] : [[id, email] as const])),
    ),
  );
}

export function useAccount(id: string) {
  return useQuery({
    queryKey: ['admin', 'account', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/admin/accounts/{id}', { params: { path: { id } }, signal })),
  });
}

/** Suspends the account (true) or lifts its suspension (false). Setting what is set already changes nothing. */
export function useSuspension(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (suspended: boolean) =>
      unwrap(api.PATCH('/api/admin/accounts/{id}', { params: { path: { id } }, body: { suspended } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
}

/** Ends what the account is subscribed to at the payment service. */
export function useSubscriptionEnd(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.PATCH('/api/admin/accounts/{id}', { params: { path: { id } }, body: { endSubscription: true } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
}

export function usePlans() {
  return useQuery({
    queryKey: ['plans'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/billing/plans', { signal })),
  });
}

/** Moves the account to a plan of the catalogue. */
export function usePlan(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (plan: string) =>
      unwrap(api.PATCH('/api/admin/accounts/{id}', { params: { path: { id } }, body: { plan } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
}

/** Sets the highest rate limit of the account's keys. Null: that of its plan. */
export function useRateLimit(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (maxRateLimit: number | null) =>
      unwrap(
        api.PATCH('/api/admin/accounts/{id}', {
          params: { path: { id } },
          body: { limits: { maxRateLimit } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
}

/** Deletes the account. With force also one with running predictions, credits or a debt. */
export function useDeleteAccount(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (force: boolean) =>
      unwrap(api.DELETE('/api/admin/accounts/{id}', { params: { path: { id } }, body: { force } })),
    // Not awaited: the page says that the account is deleted before it is shown as such.
    onSuccess: () => {
      for (const queryKey of [['admin'], ['ledger']]) void client.invalidateQueries({ queryKey });
    },
  });
}

export function useMembers(id: string) {
  return useQuery({
    queryKey: ['admin', 'members', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/admin/accounts/{id}/members', { params: { path: { id } }, signal })),
  });
}

/**
 * Adds credits (grant) or corrects the balance in either direction (adjustment). Both write permanent ledger entries. One
 * submission of the form is one movement: a retry after a lost response carries the same key.
 */
export function useMoveCredits(kind: 'grant' | 'adjustment', accountId: string) {
  const client = useQueryClient();
  const keyOf = useSubmissionKey();
  return useMutation({
    mutationFn: (movement: Movement) => {
      const body = { accountId, ...movement };
      const params = { header: { 'Idempotency-Key': keyOf.current(body) } };
      return kind === 'grant'
        ? unwrap(api.POST('/api/admin/credits/grants', { params, body }))
        : unwrap(api.POST('/api/admin/credits/adjustments', { params, body }));
    },
    retry: (failures, error) => isOutcomeUnknown(error) && failures < MAX_RETRIES,
    onSuccess: () => {
      keyOf.renew();
      return Promise.all(
        [['admin'], ['ledger'], ['overview'], ['wallet']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}

/** Keeps one Idempotency-Key per form content until the movement succeeds. Submitting the same form again reuses the key. */
function useSubmissionKey() {
  const submission = useRef<{ content: string; key: string } | null>(null);
  return {
    current(body: object): string {
      const content = JSON.stringify(body);
      if (submission.current?.content !== content) submission.current = { content, key: randomKey() };
      return submission.current.key;
    },
    renew: () => void (submission.current = null),
  };
}
