import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import type { components } from '../../api/schema';
import { endOfDay, startOfDay } from '../../text/times';
import type { Filters } from '../../ui/useUrlFilters';

export type UsageItem = components['schemas']['UsageItem'];
type UsageBody = components['schemas']['UsageBody'];

export const USAGE_FILTERS = ['groupBy', 'from', 'to'] as const;
export type UsageFilters = Filters<(typeof USAGE_FILTERS)[number]>;

/** What a row of the report can stand for, by the API's names. */
export const GROUPS = {
  day: 'Day',
  modelKey: 'Model',
  keyId: 'Key',
  modality: 'Modality',
  externalUserId: 'End user',
  status: 'State',
} as const;
export type Group = keyof typeof GROUPS;

const isGroup = (name: string): name is Group => name in GROUPS;

/** Returns the groups of the filters, in the order in which rows show them. @returns at least one: the day. */
export function groupsOf({ groupBy = '' }: UsageFilters): Group[] {
  const groups = groupBy.split(',').filter(isGroup);
  return groups.length > 0 ? groups : ['day'];
}

/** Days are those of the user's time zone in the range, and UTC in the rows, as the report has them. */
function queryOf(filters: UsageFilters) {
  const { from, to } = filters;
  return {
    groupBy: groupsOf(filters).join(),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
  };
}

/**
 * Queries the report. Without dates: the last 30 days.
 * @param accountId of another account, for administrators.
 */
export function useUsage(filters: UsageFilters, accountId?: string) {
  return useQuery({
    queryKey: ['usage', accountId, filters],
    queryFn: async ({ signal }) => {
      const query = queryOf(filters);
      const report = await unwrap(
        accountId === undefined
          ? api.GET('/api/usage', { params: { query }, signal })
          : api.GET('/api/admin/accounts/{id}/usage', {
              params: { path: { id: accountId }, query },
              signal,
            }),
      );
      // The description also has the file, which only another `Accept` gets.
      return (report as UsageBody).items;
    },
    placeholderData: keepPreviousData,
  });
}

/** Returns the path of the report, which is also a CSV file. */
export function usagePath(filters: UsageFilters, accountId?: string): string {
  const path = accountId === undefined ? '/api/usage' : `/api/admin/accounts/${accountId}/usage`;
  return `${path}?${new URLSearchParams(queryOf(filters))}`;
}
