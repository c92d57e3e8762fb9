import type { UsageItem } from './useUsage';

/** The figures of a whole report. */
export interface UsageSums {
  count: number;
  completed: number;
  failed: number;
  credits: number;
  refunded: number;
}

/** Adds up the items of a report. Credits have at most three decimals, so they are added as thousandths. */
export function sumsOf(items: readonly UsageItem[]): UsageSums {
  const sum = (value: (item: UsageItem) => number) => items.reduce((total, item) => total + value(item), 0);
  const exact = (value: (item: UsageItem) => number) => sum((item) => Math.round(value(item) * 1000)) / 1000;
  return {
    count: sum(({ count }) => count),
    completed: sum(({ completed }) => completed),
    failed: sum(({ failed }) => failed),
    credits: exact(({ credits }) => credits),
    refunded: exact(({ refunded }) => refunded),
  };
}

/** Returns the failed part of what has ended, such as `2.5 %`; null when nothing has. */
export function failureRate({ completed, failed }: Pick<UsageSums, 'completed' | 'failed'>): string | null {
  const ended = completed + failed;
  if (ended === 0) return null;
  return `${((100 * failed) / ended).toFixed(1).replace(/\.0$/, '')} %`;
}
