import { failureRate, sumsOf } from './usage-sums';
import type { UsageItem } from './useUsage';

const item = (fields: Partial<UsageItem>): UsageItem => ({
  ...{ count: 0, completed: 0, failed: 0, credits: 0, refunded: 0, p50Seconds: null, p95Seconds: null },
  ...fields,
});

it('adds up predictions, and credits to the thousandth', () => {
  const items = [
    item({ count: 3, completed: 2, failed: 1, credits: 0.1, refunded: 0.001 }),
    item({ count: 1, completed: 1, credits: 0.2 }),
  ];
  expect(sumsOf(items)).toEqual({ count: 4, completed: 3, failed: 1, credits: 0.3, refunded: 0.001 });
  expect(sumsOf([])).toEqual({ count: 0, completed: 0, failed: 0, credits: 0, refunded: 0 });
});

it.each([
  [0, 0, null],
  [3, 1, '25 %'],
  [2, 1, '33.3 %'],
  [5, 0, '0 %'],
])('of %i completed and %i failed predictions the rate of failures is %s', (completed, failed, rate) => {
  expect(failureRate({ completed, failed })).toBe(rate);
});
