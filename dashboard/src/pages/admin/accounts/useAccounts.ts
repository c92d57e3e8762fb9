import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, ask } from '../../../api/client';
import { isLost, randomKey } from '../../../api/idempotency';
import type { components } from '../../../api/schema';

export type AdminAccount = components['schemas']['AdminAccount'];
export type AdminAccountDetail = components['schemas']['AdminAccountBody'];

export interface Movement {
  amount: number;
  note: string;
}

const PAGE_ITEMS = 50;
/** How often a movement whose answer was lost is sent again. */
const TRIES = 3;

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

/**
 * A grant adds credits; an adjustment corrects the balance, either way. Both are entries of the ledger for ever. One
 * submission of the form is one movement: what is sent again after a lost answer carries the same key.
 */
export function useMoveCredits(kind: 'grant' | 'adjustment', accountId: string) {
  const client = useQueryClient();
  const keyOf = useSubmissionKey();
  return useMutation({
    mutationFn: (movement: Movement) => {
      const body = { accountId, ...movement };
      const params = { header: { 'Idempotency-Key': keyOf.current(body) } };
      return kind === 'grant'
        ? ask(api.POST('/api/admin/credits/grants', { params, body }))
        : ask(api.POST('/api/admin/credits/adjustments', { params, body }));
    },
    retry: (failures, error) => isLost(error) && failures < TRIES,
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

/** A key for what is submitted, until it has been moved: pressed again or sent again, the same form keeps its key. */
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
