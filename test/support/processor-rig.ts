/** What the specs of `PredictionProcessor` share: a processor with a database and engines that answer as the test says. */
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { setImmediate as turn } from 'node:timers/promises';
import type { Config } from '../../src/config/index.js';
import type { EngineChoice } from '../../src/generation/engines/engine-choice.js';
import type { EngineRoom } from '../../src/generation/engines/engine-room.js';
import type { ClaimedPrediction } from '../../src/generation/store/prediction.js';
import type { PredictionAdvancer } from '../../src/generation/worker/prediction.advancer.js';
import { PredictionProcessor } from '../../src/generation/worker/prediction.processor.js';
import type { PredictionQueue } from '../../src/generation/store/prediction.queue.js';
import type { Advance } from '../../src/generation/worker/work-tools.js';
import type { WorkerEvents } from '../../src/generation/worker/worker-events.js';

type Handlers = Parameters<WorkerEvents['start']>[0];

const untilAborted = (advance: Advance) =>
  new Promise<void>((resolve) => advance.signal.addEventListener('abort', () => resolve()));

/** A processor whose database answers when the test says so, and whose clock stands still. */
export async function startProcessor({
  cannotAskAgain = false,
  advance = untilAborted,
  role = 'worker',
} = {}) {
  let hear!: Handlers;
  const asked = { claims: 0, looks: 0 };
  const rounds = { overdue: 0, refreshes: 0 };
  const sent = {
    claims: [] as unknown[][],
    finds: [] as unknown[][],
    taken: [] as string[],
    due: [] as unknown[],
    renewals: [] as unknown[][],
    renewedAs: [] as number[],
    lost: [] as unknown[],
    abandoned: [] as number[][],
  };
  const answers = {
    claim: () => Promise.resolve<ClaimedPrediction[]>([]),
    nextDueMs: () => Promise.resolve<number | null>(null),
    room: [{ provider: 'engine', places: 1, polls: 1 }],
    nextMs: Infinity,
    present: true,
    workerId: 12,
    renew: (held: { id: string }[]) => Promise.resolve(new Set(held.map(({ id }) => id))),
    absent: () => Promise.resolve<number[]>([]),
    released: 0,
    overdue: () => Promise.resolve(),
  };
  const advanced: Advance[] = [];
  const processor = new PredictionProcessor(
    { roles: new Set([role]), worker: { concurrency: 4, leaseSeconds: 15 } } as unknown as Config,
    {
      claim: (...values: unknown[]) => ((asked.claims += 1), sent.claims.push(values), answers.claim()),
      nextDueMs: (room: unknown) => ((asked.looks += 1), sent.due.push(room), answers.nextDueMs()),
      renew: (held: { id: string }[], worker: number, seconds: number) => (
        sent.renewals.push([held, seconds]),
        sent.renewedAs.push(worker),
        answers.renew(held)
      ),
      countLost: (missed: unknown[]) => (sent.lost.push(missed), Promise.resolve(missed.length)),
      absentWorkers: () => answers.absent(),
      releaseAbandoned: (dead: number[]) => (sent.abandoned.push(dead), Promise.resolve(answers.released)),
    } as unknown as PredictionQueue,
    {
      advance: (one: Advance) => {
        advanced.push(one);
        return advance(one);
      },
    } as unknown as PredictionAdvancer,
    {
      get isPresent() {
        return answers.present;
      },
      get workerId() {
        return answers.workerId;
      },
      start: (handlers: Handlers) => Promise.resolve(void (hear = handlers)),
      failOverdue: () => ((rounds.overdue += 1), answers.overdue()),
      loseLeases: (count: number) => sent.lost.push(count),
    } as unknown as WorkerEvents,
    {
      find: (running: { id: string }[], free: object) => (
        sent.finds.push([running.map(({ id }) => id), free]),
        answers.room
      ),
      take: (provider: string) => sent.taken.push(provider),
      nextMs: () => answers.nextMs,
      cannotAskAgain: () => cannotAskAgain,
    } as unknown as EngineRoom,
    { refresh: () => Promise.resolve(void (rounds.refreshes += 1)) } as unknown as EngineChoice,
  );
  await processor.onApplicationBootstrap();
  const quiet = async () => {
    for (let turns = 0; turns < 8; turns += 1) await turn();
  };
  await quiet();
  /** Time goes by, and whatever it sets off comes to rest. */
  const pass = async (milliseconds: number) => {
    await jest.advanceTimersByTimeAsync(milliseconds);
    await quiet();
  };
  /** Is claimed by the next claim, and nothing by those after it. */
  const claimNext = async (...claimed: ClaimedPrediction[]) => {
    answers.claim = () => ((answers.claim = () => Promise.resolve([])), Promise.resolve(claimed));
    hear.work();
    await quiet();
  };
  return { processor, hear, asked, rounds, sent, answers, advanced, quiet, pass, claimNext };
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
export const drawLot = (lot: number) => void jest.spyOn(Math, 'random').mockReturnValue(lot);
export const reasons = (advanced: Advance[]) => advanced.map(({ signal }) => signal.reason as unknown);

/** For a spec file: time goes by only when a test lets it, and nothing is logged. */
export function withStandingClock(): void {
  beforeEach(() => {
    Logger.overrideLogger(false);
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
}
