/** Creates a worker for specs, with a database and engines that the test controls. */
import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { EngineCapacity } from '../../src/generation/engines/engine-capacity.js';
import type { EngineChoice } from '../../src/generation/engines/engine-choice.js';
import type { GenerationMetrics } from '../../src/generation/generation-metrics.js';
import type { WorkerDisk } from '../../src/generation/outputs/worker-disk.js';
import type { ClaimedPrediction } from '../../src/generation/prediction.js';
import type { PlanPlaces } from '../../src/generation/queue/plan-places.js';
import type { PredictionQueue } from '../../src/generation/queue/prediction.queue.js';
import type { WorkSignal } from '../../src/generation/queue/work-signal.js';
import type { WorkerPresence } from '../../src/generation/queue/worker-presence.js';
import type { PredictionEnding } from '../../src/generation/settlement/prediction.ending.js';
import type { SettlementHub } from '../../src/generation/settlement/settlement-hub.js';
import { LeaseHolder } from '../../src/generation/worker/lease-holder.js';
import { OverduePredictions } from '../../src/generation/worker/overdue-predictions.js';
import type { PredictionAdvancer } from '../../src/generation/worker/prediction.advancer.js';
import { PredictionProcessor } from '../../src/generation/worker/prediction.processor.js';
import { PredictionUpkeep } from '../../src/generation/worker/prediction.upkeep.js';
import type { Advance } from '../../src/generation/worker/work-factory.js';
import type { Config } from '../../src/platform/config/index.js';

interface Handlers {
  work(): void;
  settled(id: string): void;
  lockAcquired(): void;
  diskWritable(): void;
}

const untilAborted = (advance: Advance) =>
  new Promise<void>((resolve) => advance.signal.addEventListener('abort', () => resolve()));

/** Starts a worker whose database responds when the test says so, with fake timers. */
export async function startProcessor({ isNotResubmittable = false, advance = untilAborted } = {}) {
  const hear = {} as Handlers;
  const calls = { claims: 0, nextDue: 0 };
  const rounds = { overdue: 0, refreshes: 0 };
  const sent = {
    claims: [] as unknown[][],
    capacityQueries: [] as unknown[][],
    taken: [] as string[],
    due: [] as unknown[],
    renewals: [] as unknown[][],
    renewedAs: [] as number[],
    lost: [] as unknown[],
    abandoned: [] as number[][],
  };
  const responses = {
    claim: () => Promise.resolve<ClaimedPrediction[]>([]),
    nextDueMs: () => Promise.resolve<number | null>(null),
    capacity: [{ provider: 'engine', submits: 1, polls: 1 }],
    waitMs: Infinity,
    isPresent: true,
    isWritable: true,
    canJudgeOthers: true,
    workerId: 12,
    renew: (held: { id: string }[]) => Promise.resolve(new Set(held.map(({ id }) => id))),
    absent: () => Promise.resolve<number[]>([]),
    released: 0,
    overdue: () => Promise.resolve(),
  };
  const advanced: Advance[] = [];
  const config = { worker: { concurrency: 4, leaseSeconds: 15 } } as unknown as Config;
  const queue = {
    claim: (...values: unknown[]) => ((calls.claims += 1), sent.claims.push(values), responses.claim()),
    nextDueMs: (free: unknown) => ((calls.nextDue += 1), sent.due.push(free), responses.nextDueMs()),
    renew: (held: { id: string }[], worker: number, seconds: number) => (
      sent.renewals.push([held, seconds]),
      sent.renewedAs.push(worker),
      responses.renew(held)
    ),
    countLost: (lost: unknown[]) => (sent.lost.push(lost), Promise.resolve(lost.length)),
    absentWorkers: () => responses.absent(),
    releaseAbandoned: (dead: number[]) => (sent.abandoned.push(dead), Promise.resolve(responses.released)),
  } as unknown as PredictionQueue;
  const planPlaces = { fill: () => Promise.resolve(), waitMs: () => Infinity } as unknown as PlanPlaces;
  const advancer = {
    advance: (one: Advance) => {
      advanced.push(one);
      return advance(one);
    },
  } as unknown as PredictionAdvancer;
  const capacity = {
    available: (running: { id: string }[], free: object) => (
      sent.capacityQueries.push([running.map(({ id }) => id), free]),
      responses.capacity
    ),
    take: (provider: string) => sent.taken.push(provider),
    waitMs: () => responses.waitMs,
    isNotResubmittable: () => isNotResubmittable,
    onPlaces: () => undefined,
    recordTaken: () => undefined,
  } as unknown as EngineCapacity;
  const presence = {
    get isPresent() {
      return responses.isPresent;
    },
    get canJudgeOthers() {
      return responses.canJudgeOthers;
    },
    get workerId() {
      return responses.workerId;
    },
    acquireLock: (onAcquired: () => void) => Promise.resolve(void (hear.lockAcquired = onAcquired)),
  } as unknown as WorkerPresence;
  const disk = {
    get isWritable() {
      return responses.isWritable;
    },
    watch: (onWritable: () => void) => Promise.resolve(void (hear.diskWritable = onWritable)),
  } as unknown as WorkerDisk;
  const hub = {
    onSettled: (settled: (id: string) => void) => void (hear.settled = settled),
  } as unknown as SettlementHub;
  const metrics = {
    countLostLeases: (count: number) => sent.lost.push(count),
  } as unknown as GenerationMetrics;
  const signal = {
    onWork: (work: () => void) => Promise.resolve(void (hear.work = work)),
    wake: () => hear.work(),
  } as unknown as WorkSignal;
  const ending = {
    failOverdue: () => ((rounds.overdue += 1), responses.overdue()),
  } as unknown as PredictionEnding;
  const choice = {
    refresh: () => Promise.resolve(void (rounds.refreshes += 1)),
  } as unknown as EngineChoice;
  const registry = new SchedulerRegistry();
  const leases = new LeaseHolder(config, queue, advancer, capacity, presence, hub, metrics, registry);
  const upkeep = new PredictionUpkeep(registry, queue, choice, signal, presence);
  const overdue = new OverduePredictions(registry, ending);
  const claims = new PredictionProcessor(
    config,
    queue,
    planPlaces,
    leases,
    capacity,
    presence,
    disk,
    signal,
    registry,
  );
  leases.onApplicationBootstrap();
  await claims.onApplicationBootstrap();
  upkeep.onApplicationBootstrap();
  overdue.onApplicationBootstrap();
  /** All of it, as the application does. */
  const processor = {
    beforeApplicationShutdown: async () => {
      upkeep.beforeApplicationShutdown();
      overdue.beforeApplicationShutdown();
      await claims.beforeApplicationShutdown();
    },
  };
  const quiet = async () => {
    for (let turns = 0; turns < 8; turns += 1) await turn();
  };
  await quiet();
  /** Advances the time and waits until all resulting work has settled. */
  const pass = async (milliseconds: number) => {
    await jest.advanceTimersByTimeAsync(milliseconds);
    await quiet();
  };
  /** Announces work, and waits until what follows has settled. */
  const wake = async () => {
    hear.work();
    await quiet();
  };
  /** The next claim returns these predictions; later claims return none. */
  const claimNext = async (...claimed: ClaimedPrediction[]) => {
    responses.claim = () => ((responses.claim = () => Promise.resolve([])), Promise.resolve(claimed));
    await wake();
  };
  return {
    processor,
    registry,
    hear,
    calls,
    rounds,
    sent,
    responses,
    advanced,
    quiet,
    pass,
    wake,
    claimNext,
  };
}

export const CLAIMED = {
  id: '0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f',
  fence: 1,
  provider: 'engine',
  provider_ref: null,
  progress: 0,
  remaining_ms: 60_000,
} as ClaimedPrediction;

export const claimedAs = (id: string, more: Partial<ClaimedPrediction> = {}): ClaimedPrediction => ({
  ...CLAIMED,
  id,
  ...more,
});
export const setRandom = (value: number) => void jest.spyOn(Math, 'random').mockReturnValue(value);
export const reasons = (advanced: Advance[]) => advanced.map(({ signal }) => signal.reason as unknown);

/** Installs fake timers and disables the log for a spec file. */
export function withFakeTimers(): void {
  beforeEach(() => {
    Logger.overrideLogger(false);
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
}
