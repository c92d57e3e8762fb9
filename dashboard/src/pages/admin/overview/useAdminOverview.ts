import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client';
import type { components } from '../../../api/schema';

export type AdminOverview = components['schemas']['AdminOverviewBody'];
export type Figures = AdminOverview['current'];

const HOUR_MS = 3_600_000;
const UPDATE_MS = 30_000;

/** Lengths of the range in days, by the value of the URL. */
export const RANGES = { '1': '24 hours', '7': '7 days', '30': '30 days', '365': '365 days' } as const;
export type Range = keyof typeof RANGES;
export const DEFAULT_RANGE: Range = '30';

export const isRange = (text: string | undefined): text is Range => text !== undefined && text in RANGES;

/** Queries the figures of so many days until the end of this hour: the service sums whole hours. */
export function useAdminOverview(range: Range) {
  return useQuery({
    queryKey: ['admin', 'overview', range],
    queryFn: ({ signal }) => {
      const to = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
      const from = to - Number(range) * 24 * HOUR_MS;
      const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      return unwrap(api.GET('/api/admin/overview', { params: { query }, signal }));
    },
    refetchInterval: UPDATE_MS,
    placeholderData: keepPreviousData,
  });
}
