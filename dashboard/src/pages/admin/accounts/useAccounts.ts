import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ask } from '../../../api/client';
import type { components } from '../../../api/schema';

export type AdminAccount = components['schemas']['AdminAccount'];
export type AdminAccountDetail = components['schemas']['AdminAccountBody'];

export interface Movement {
  amount: number;
  note: string;
}

const PAGE_ITEMS = 50;

export function useAccounts(search: string | undefined) {
  return useInfiniteQuery({
    queryKey: ['admin', 'accounts', search],
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET('/api/admin/accounts', {
          params: {
            query: { limit: PAGE_ITEMS, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

export function useAccount(id: string) {
  return useQuery({
    queryKey: ['admin', 'account', id],
    queryFn: ({ signal }) => ask(api.GET('/api/admin/accounts/{id}', { params: { path: { id } }, signal })),
  });
}

/** A grant adds credits; an adjustment corrects the balance, either way. Both are entries of the ledger for ever. */
export function useMoveCredits(kind: 'grant' | 'adjustment', accountId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (movement: Movement) => {
      const body = { accountId, ...movement };
      return kind === 'grant'
        ? ask(api.POST('/api/admin/credits/grants', { body }))
        : ask(api.POST('/api/admin/credits/adjustments', { body }));
    },
    onSuccess: () =>
      Promise.all(
        [['admin'], ['ledger'], ['overview'], ['wallet']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
