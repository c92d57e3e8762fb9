import { endOfDay, startOfDay } from '../../text/times';
import type { Filters } from '../../ui/useAddressFilters';

/** As the API calls them; `from` and `to` are days of the reader's calendar. */
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

/** @returns the filters as the API takes them: days become the instants at which they begin and end for the reader. */
export function queryOf<F extends { from?: string; to?: string }>({ from, to, ...others }: F) {
  return {
    ...others,
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
  };
}
