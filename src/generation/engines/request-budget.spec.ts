import { RequestBudget } from './request-budget.js';

it('allows a burst of one second, then no more than the rate', () => {
  const budget = new RequestBudget(10, 0);
  expect(budget.available(0)).toBe(10);
  budget.take(10, 0);
  expect(budget.available(0)).toBe(0);
  expect(budget.waitMs(0)).toBeCloseTo(100);
  expect(budget.available(500)).toBe(5);
  expect(budget.available(60_000)).toBe(10);
});

it('supports rates below one per second', () => {
  const budget = new RequestBudget(0.2, 0);
  expect(budget.available(0)).toBe(1);
  budget.take(1, 0);
  expect(budget.available(4_000)).toBe(0);
  expect(budget.waitMs(4_000)).toBeCloseTo(1_000);
  expect(budget.available(5_001)).toBe(1);
});

it('does not bound an engine without a limit', () => {
  const budget = new RequestBudget(Infinity, 0);
  budget.take(1_000, 0);
  expect(budget.available(0)).toBe(Infinity);
  expect(budget.waitMs(0)).toBe(0);
});
