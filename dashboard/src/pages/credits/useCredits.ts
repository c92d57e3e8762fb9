import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import { endOfDay, readersTimeZone, startOfDay } from '../../text/times';
import type { Filters } from '../../ui/useUrlFilters';

export const LEDGER_FILTERS = ['kind', 'from', 'to'] as const;
export type LedgerFilters = Filters<(typeof LEDGER_FILTERS)[number]>;

const PAGE_ITEMS = 50;

/** Converts days to the instants at which they start and end in the user's time zone. */
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
    queryFn: ({ signal }) => unwrap(api.GET('/api/dashboard/credits/balance', { signal })),
  });
}

/** @param accountId another account, for administrators; null for the user's own. */
export function useLedger(filters: LedgerFilters, accountId: string | null = null) {
  return useInfiniteQuery({
    queryKey: ['ledger', accountId, filters],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...queryOf(filters), limit: PAGE_ITEMS, ...(pageParam && { cursor: pageParam }) };
      return accountId === null
        ? unwrap(api.GET('/api/dashboard/credits/ledger', { params: { query }, signal }))
        : unwrap(
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

/** Queries spending. Without dates: the last 30 days. */
export function useSpending(by: 'model' | 'key', { from, to }: Pick<LedgerFilters, 'from' | 'to'>) {
  return useQuery({
    queryKey: ['spending', by, from, to],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/dashboard/credits/spend', {
          params: { query: { by, ...queryOf({ from, to }), timeZone: readersTimeZone() } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Returns the path of the statement as a CSV file. */
export const statementPath = (filters: LedgerFilters) =>
  `/api/dashboard/credits/ledger.csv?${new URLSearchParams(queryOf(filters))}`;
