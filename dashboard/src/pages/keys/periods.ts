import type { SpendPeriod } from './key-values';

/** What a period is called beside an amount. */
export const PERIOD_NAMES: Record<SpendPeriod, string> = {
  day: 'today',
  week: 'this week',
  month: 'this month',
  total: 'in total',
};
