import { endOfDay, startOfDay } from '../../text/times';
import type { Filters } from '../../ui/useUrlFilters';

/** Filter names of the API. `from` and `to` are calendar days in the user's time zone. */
export const HISTORY_FILTERS = [
  'status',
  'modality',
  'operation',
  'modelKey',
  'keyId',
  'env',
  'externalUserId',
  'predictionId',
  'from',
  'to',
] as const;

export type HistoryFilterName = (typeof HISTORY_FILTERS)[number];
export type HistoryFilters = Filters<HistoryFilterName>;

/** Converts filters to query parameters: days become the instants at which they start and end in the user's time zone. */
export function queryOf<F extends { from?: string; to?: string }>({ from, to, ...others }: F) {
  return {
    ...others,
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
  };
}
