import { useInfiniteQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import type { components } from '../../api/schema';
import { endOfDay, startOfDay } from '../../text/times';
import type { Filters } from '../../ui/useUrlFilters';

type AuditPage = components['schemas']['AuditPageBody'];
/** Lists of administrators also name the account, and what was changed. */
export type AuditEvent = components['schemas']['AuditEvent'] &
  Partial<Pick<components['schemas']['AdminAuditEvent'], 'accountId' | 'email' | 'targetName'>>;

/** Whose events: the signed-in user's account, all accounts, or one account as administrators see it. */
export type AuditScope = 'account' | 'all' | { accountId: string };

export const AUDIT_FILTERS = ['action', 'actor', 'target', 'accountId', 'from', 'to'] as const;
export type AuditFilters = Filters<(typeof AUDIT_FILTERS)[number]>;

const PAGE_ITEMS = 50;

/** Lists events, newest first. A page can be empty and still have a next one. */
export function useAudit(scope: AuditScope, filters: AuditFilters) {
  const query = queryOf(scope, filters);
  return useInfiniteQuery({
    queryKey: ['audit', scope, query],
    queryFn: ({ pageParam, signal }) => loadPage(scope, { ...query, ...pageParam }, signal),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? null : { cursor: nextCursor }),
    select: ({ pages }) => pages.flatMap(({ items }): AuditEvent[] => items),
  });
}

/** Returns the path of the list, which is also a CSV file. */
export function auditPath(scope: AuditScope, filters: AuditFilters): string {
  const path =
    scope === 'account'
      ? '/api/audit'
      : scope === 'all'
        ? '/api/admin/audit'
        : `/api/admin/accounts/${scope.accountId}/audit`;
  return `${path}?${new URLSearchParams(queryOf(scope, filters))}`;
}

function queryOf(scope: AuditScope, { from, to, accountId, ...texts }: AuditFilters) {
  return {
    ...texts,
    ...(scope === 'all' && accountId && { accountId }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
  };
}

async function loadPage(scope: AuditScope, filters: object, signal: AbortSignal): Promise<AuditPage> {
  const query = { limit: PAGE_ITEMS, ...filters };
  const page = await unwrap(
    scope === 'account'
      ? api.GET('/api/audit', { params: { query }, signal })
      : scope === 'all'
        ? api.GET('/api/admin/audit', { params: { query }, signal })
        : api.GET('/api/admin/accounts/{id}/audit', {
            params: { path: { id: scope.accountId }, query },
            signal,
          }),
  );
  // The description also has the file, which only another `Accept` gets.
  return page as AuditPage;
}
