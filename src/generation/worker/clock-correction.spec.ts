import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Config } from '../../platform/config/index.js';
import { type Database } from '../../platform/database/index.js';
import type { ProviderCircuits } from '../engines/provider-circuits.js';
import type { PredictionQueue } from '../queue/prediction.queue.js';
import { ClockCorrection } from './clock-correction.js';

beforeEach(() => {
  jest.useFakeTimers();
  Logger.overrideLogger(false);
});
afterEach(() => {
  jest.useRealTimers();
});

/** `corrections` has true for a detected step. */
function correctionOf() {
  const state = { aheadMs: 0, latencyMs: 0, failure: null as Error | null };
  const startedAt = performance.now();
  const corrections: boolean[] = [];
  const database = {
    run: async ({ name }: { name: string }) => {
      if (name === 'postgres.end-stalled-sessions') return [];
      if (state.failure) throw state.failure;
      const now_ms = 1_800_000_000_000 + (performance.now() - startedAt) + state.aheadMs;
      jest.advanceTimersByTime(state.latencyMs);
      return [{ now_ms }];
    },
  };
  const queue = {
    correctFuture: async (leaseSeconds: number, hasStepped: boolean) => {
      if (state.failure) throw state.failure;
      expect(leaseSeconds).toBe(15);
      return corrections.push(hasStepped);
    },
  };
  const circuits = { correctFuture: async () => undefined };
  const correction = new ClockCorrection(
    new SchedulerRegistry(),
    { worker: { leaseSeconds: 15 } } as unknown as Config,
    database as unknown as Database,
    queue as unknown as PredictionQueue,
    circuits as unknown as ProviderCircuits,
  );
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      jest.advanceTimersByTime(1_000);
      await correction.round();
    }
  };
  return { state, corrections, pass };
}

it('corrects rows that are certainly from the future at the start, and nothing while the clock is steady', async () => {
  const { corrections, pass } = correctionOf();
  await pass(120);
  expect(corrections).toEqual([false]);
});

it.each([3_600_000, 60_000, 3_000])('corrects twice after a step back by %d ms', async (step) => {
  const { state, corrections, pass } = correctionOf();
  await pass(3);
  state.aheadMs = -step;
  await pass(1);
  expect(corrections).toEqual([false, true]);
  await pass(60);
  expect(corrections).toEqual([false, true, true]);
});

it('does not mistake a step forwards, a slewed clock or slow responses for a step back', async () => {
  const { state, corrections, pass } = correctionOf();
  await pass(2);
  state.aheadMs = 3_600_000;
  await pass(2);
  for (let second = 0; second < 100; second += 1) {
    state.aheadMs -= 500;
    await pass(1);
  }
  for (const latencyMs of [4_000, 0, 2_400, 3_000, 0]) {
    state.latencyMs = latencyMs;
    await pass(1);
  }
  expect(corrections).toEqual([false]);
});

it('repeats a correction that failed while the database was away', async () => {
  const { state, corrections, pass } = correctionOf();
  await pass(2);
  state.failure = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  await pass(5);
  state.failure = null;
  state.aheadMs = -3_600_000;
  await pass(1);
  expect(corrections).toEqual([false, true]);
});
