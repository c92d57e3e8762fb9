import { MAX_QUICK_ENDS, Restarts } from './restarts.js';

const HOUR_MS = 3_600_000;

it('doubles the delay, and gives up after too many quick ends in a row', () => {
  const restarts = new Restarts();
  const delays = Array.from({ length: MAX_QUICK_ENDS }, () => restarts.nextDelayMs(0));
  expect(delays).toEqual([100, 200, 400, 800, 1600, null]);
});

it('begins anew with a process that has served for a while', () => {
  const restarts = new Restarts();
  for (let count = 0; count < 20; count += 1) expect(restarts.nextDelayMs(HOUR_MS)).toBe(100);
  expect(restarts.nextDelayMs(1_000)).toBe(200);
});
