import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Config } from '../../platform/config/index.js';
import { type Database } from '../../platform/database/index.js';
import type { ProviderCircuits } from '../engines/provider-circuits.js';
import type { PredictionQueue } from '../queue/prediction.queue.js';
import { ClockCorrection } from './clock-correction.js';

const AWAY = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
/** Corrections of a start: at once, and after the transactions that were open then. */
const START = [false, false];

beforeEach(() => {
  jest.useFakeTimers();
  Logger.overrideLogger(false);
});
afterEach(() => {
  jest.useRealTimers();
});

/** `corrections` has true for a detected step. */
function correctionOf() {
  const state = { aheadMs: 0, latencyMs: 0, failing: '', skipped: 0 };
  const startedAt = performance.now();
  const corrections: boolean[] = [];
  const database = {
    run: async ({ name }: { name: string }) => {
      if (name === 'postgres.end-stalled-sessions') return [];
      if (state.failing === 'comparison') throw AWAY;
      const now_ms = 1_800_000_000_000 + (performance.now() - startedAt) + state.aheadMs;
      jest.advanceTimersByTime(state.latencyMs);
      return [{ now_ms }];
    },
  };
  const queue = {
    correctFuture: async (leaseSeconds: number, hasStepped: boolean) => {
      if (state.failing === 'correction') throw AWAY;
      expect(leaseSeconds).toBe(15);
      corrections.push(hasStepped);
      return { corrected: 1, skipped: state.skipped };
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
  expect(corrections).toEqual(START);
});

it.each([3_600_000, 60_000, 3_000])('corrects twice after a step back by %d ms', async (step) => {
  const { state, corrections, pass } = correctionOf();
  await pass(20);
  state.aheadMs = -step;
  await pass(1);
  expect(corrections).toEqual([...START, true]);
  await pass(12);
  expect(corrections).toEqual([...START, true]);
  await pass(60);
  expect(corrections).toEqual([...START, true, true]);
});

it('corrects every second while rows are locked, until each transaction from before the step has ended', async () => {
  const { state, corrections, pass } = correctionOf();
  await pass(20);
  Object.assign(state, { aheadMs: -3_600_000, skipped: 1 });
  await pass(8);
  expect(corrections).toHaveLength(START.length + 8);
  state.skipped = 0;
  await pass(60);
  expect(corrections).toHaveLength(START.length + 10);
  Object.assign(state, { aheadMs: -7_200_000, skipped: 1 });
  await pass(60);
  expect(corrections).toHaveLength(START.length + 24);
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
  expect(corrections).toEqual(START);
});

it.each(['comparison', 'correction'])(
  'repeats a %s that failed while the database was away',
  async (failing) => {
    const { state, corrections, pass } = correctionOf();
    await pass(20);
    Object.assign(state, { aheadMs: -3_600_000, failing });
    await pass(5);
    expect(corrections).toEqual(START);
    state.failing = '';
    await pass(1);
    expect(corrections).toEqual([...START, true]);
  },
);
