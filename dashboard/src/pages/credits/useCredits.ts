import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, ask, authorized } from '../../api/client';
import { problemOf } from '../../api/problem';
import { endOfDay, readersTimeZone, startOfDay } from '../../text/times';
import type { Filters } from '../../ui/useAddressFilters';

export const LEDGER_FILTERS = ['kind', 'from', 'to'] as const;
export type LedgerFilters = Filters<(typeof LEDGER_FILTERS)[number]>;

const PAGE_ITEMS = 50;

/** Days become the instants at which they begin and end for the reader. */
function queryOf({ kind, from, to }: LedgerFilters) {
  return {
    ...(kind && { kind: kind as 'grant' }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
  };
}

export function useWallet() {
  return useQuery({
    queryKey: ['wallet'],
    queryFn: ({ signal }) => ask(api.GET('/api/dashboard/credits/balance', { signal })),
  });
}

/** @param accountId of another account, for administrators; null: one's own. */
export function useLedger(filters: LedgerFilters, accountId: string | null = null) {
  return useInfiniteQuery({
    queryKey: ['ledger', accountId, filters],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...queryOf(filters), limit: PAGE_ITEMS, ...(pageParam && { cursor: pageParam }) };
      return accountId === null
        ? ask(api.GET('/api/dashboard/credits/ledger', { params: { query }, signal }))
        : ask(
            api.GET('/api/admin/accounts/{id}/ledger', {
              params: { path: { id: accountId }, query },
              signal,
            }),
          );
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

/** Where credits went. Without days: the last 30. */
export function useSpending(by: 'model' | 'key', { from, to }: Pick<LedgerFilters, 'from' | 'to'>) {
  return useQuery({
    queryKey: ['spending', by, from, to],
    queryFn: ({ signal }) =>
      ask(
        api.GET('/api/dashboard/credits/spend', {
          params: { query: { by, ...queryOf({ from, to }), timeZone: readersTimeZone() } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** The statement as a file; it takes the session's token, which a plain link could not carry. */
export async function loadStatementFile(filters: LedgerFilters): Promise<Blob> {
  const query = new URLSearchParams(queryOf(filters));
  const response = await authorized(new Request(`/api/dashboard/credits/ledger.csv?${query}`));
  if (!response.ok) throw problemOf(response, await response.json().catch(() => null));
  return response.blob();
}
