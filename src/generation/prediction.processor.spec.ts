import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { setImmediate as turn } from 'node:timers/promises';
import type { Config } from '../config/index.js';
import type { EngineChoice } from './engine-choice.js';
import type { EngineRoom } from './engine-room.js';
import type { ClaimedPrediction } from './prediction.js';
import type { PredictionAdvancer } from './prediction.advancer.js';
import { PredictionProcessor } from './prediction.processor.js';
import type { PredictionQueue } from './prediction.queue.js';
import type { Advance } from './work-tools.js';
import type { WorkerEvents } from './worker-events.js';

type Handlers = Parameters<WorkerEvents['start']>[0];

const untilAborted = (advance: Advance) =>
  new Promise<void>((resolve) => advance.signal.addEventListener('abort', () => resolve()));

/** A processor whose database answers when the test says so, and whose clock stands still. */
async function startProcessor({ cannotAskAgain = false, advance = untilAborted, role = 'worker' } = {}) {
  let hear!: Handlers;
  const asked = { claims: 0, looks: 0 };
  const rounds = { overdue: 0, refreshes: 0 };
  const sent = {
    claims: [] as unknown[][],
    finds: [] as unknown[][],
    taken: [] as string[],
    due: [] as unknown[],
    renewals: [] as unknown[][],
    lost: [] as unknown[],
    abandoned: [] as number[][],
  };
  const answers = {
    claim: () => Promise.resolve<ClaimedPrediction[]>([]),
    nextDueMs: () => Promise.resolve<number | null>(null),
    room: [{ provider: 'engine', places: 1, polls: 1 }],
    nextMs: Infinity,
    present: true,
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
      renew: (held: { id: string }[], seconds: number) => (
        sent.renewals.push([held, seconds]),
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
      workerId: 12,
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

const CLAIMED = {
  id: '0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f',
  fence: 1,
  provider: 'engine',
  provider_ref: null,
  progress: 0,
  remaining_ms: 60_000,
} as ClaimedPrediction;

beforeEach(() => {
  Logger.overrideLogger(false);
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('claims at once what is announced while it works out when to look next', async () => {
  const { processor, hear, asked, answers, quiet } = await startProcessor();
  expect(asked).toEqual({ claims: 1, looks: 1 });
  let answer!: (inMs: null) => void;
  answers.nextDueMs = () => new Promise((resolve) => (answer = resolve));
  hear.work();
  await quiet();
  expect(asked).toEqual({ claims: 2, looks: 2 });
  hear.work();
  answer(null);
  await quiet();
  expect(asked).toEqual({ claims: 3, looks: 3 });
  answer(null);
  await processor.beforeApplicationShutdown();
});

it('hands back what was being claimed when it was told to stop', async () => {
  const { processor, hear, answers, advanced, quiet } = await startProcessor();
  let answer!: (claimed: ClaimedPrediction[]) => void;
  answers.claim = () => new Promise((resolve) => (answer = resolve));
  hear.work();
  await quiet();
  const stopped = processor.beforeApplicationShutdown();
  answer([CLAIMED]);
  await stopped;
  expect(advanced.map(({ signal }) => signal.reason as unknown)).toEqual(['shutdown']);
});

it('lets a submit whose answer nobody could ask for again come to its end before it stops', async () => {
  let answer!: () => void;
  const advance = () => new Promise<void>((resolve) => (answer = resolve));
  const { processor, hear, answers, advanced, quiet } = await startProcessor({
    cannotAskAgain: true,
    advance,
  });
  answers.claim = () => ((answers.claim = () => Promise.resolve([])), Promise.resolve([CLAIMED]));
  hear.work();
  await quiet();
  const stopped = processor.beforeApplicationShutdown();
  await quiet();
  answer();
  await stopped;
  expect(advanced.map(({ signal }) => signal.aborted)).toEqual([false]);
});

it('does not wait for one without end', async () => {
  const { processor, hear, answers, advanced, quiet } = await startProcessor({ cannotAskAgain: true });
  answers.claim = () => ((answers.claim = () => Promise.resolve([])), Promise.resolve([CLAIMED]));
  hear.work();
  await quiet();
  const stopped = processor.beforeApplicationShutdown();
  await jest.advanceTimersByTimeAsync(6_000);
  await stopped;
  expect(advanced.map(({ signal }) => signal.reason as unknown)).toEqual(['shutdown']);
});

const claimedAs = (id: string, more: Partial<ClaimedPrediction> = {}): ClaimedPrediction => ({
  ...CLAIMED,
  id,
  ...more,
});
const drawLot = (lot: number) => void jest.spyOn(Math, 'random').mockReturnValue(lot);
const reasons = (advanced: Advance[]) => advanced.map(({ signal }) => signal.reason as unknown);

it('does nothing in a process that is no worker', async () => {
  const { asked, rounds, pass } = await startProcessor({ role: 'api' });
  await pass(5_000);
  expect({ ...asked, ...rounds }).toEqual({ claims: 0, looks: 0, overdue: 0, refreshes: 0 });
});

describe('a claim', () => {
  it('is for what there is room for, within the places and polls that are left, under this worker’s lease', async () => {
    const { sent, claimNext, hear, quiet } = await startProcessor();
    expect(sent.finds[0]).toEqual([[], { places: 4, polls: 200 }]);
    expect(sent.claims).toEqual([[[{ provider: 'engine', places: 1, polls: 1 }], 4, 12, 15]]);
    await claimNext(claimedAs('a'), claimedAs('b', { provider: 'other', provider_ref: { job: 1 } }));
    expect(sent.taken).toEqual(['engine', 'other']);
    hear.work();
    await quiet();
    expect(sent.finds.at(-1)).toEqual([['a', 'b'], { places: 3, polls: 199 }]);
    expect(sent.claims.at(-1)![1]).toBe(3);
  });

  it('is followed by another while it finds something and a place is free', async () => {
    const { asked, claimNext } = await startProcessor();
    await claimNext(claimedAs('a'));
    expect(asked).toMatchObject({ claims: 3, looks: 2 });
  });

  it('is not followed by another when every place is taken, until one is free', async () => {
    let end!: () => void;
    const { asked, sent, claimNext, quiet } = await startProcessor({
      advance: () => new Promise((resolve) => (end = resolve)),
    });
    await claimNext(...['a', 'b', 'c', 'd'].map((id) => claimedAs(id)));
    expect(asked.claims).toBe(2);
    end();
    await quiet();
    expect(asked.claims).toBe(3);
    expect(sent.finds.at(-1)).toEqual([['a', 'b', 'c'], { places: 1, polls: 200 }]);
  });

  it('counts no place below none', async () => {
    const { sent, claimNext } = await startProcessor();
    await claimNext(...['a', 'b', 'c', 'd', 'e'].map((id) => claimedAs(id)));
    expect(sent.finds.at(-1)![1]).toEqual({ places: 0, polls: 200 });
  });

  it('is not made without room, nor by a worker that the others cannot see', async () => {
    const { asked, answers, hear, quiet } = await startProcessor();
    answers.present = false;
    hear.work();
    await quiet();
    answers.present = true;
    answers.room = [];
    hear.work();
    await quiet();
    expect(asked).toMatchObject({ claims: 1, looks: 3 });
  });

  it('is one at a time: what is announced meanwhile is looked for by one more', async () => {
    const { asked, answers, hear, quiet } = await startProcessor();
    let answer!: (claimed: ClaimedPrediction[]) => void;
    answers.claim = () => new Promise((resolve) => (answer = resolve));
    hear.work();
    await quiet();
    hear.work();
    hear.work();
    await quiet();
    expect(asked.claims).toBe(2);
    answers.claim = () => Promise.resolve([]);
    answer([]);
    await quiet();
    expect(asked.claims).toBe(3);
  });

  it('that fails is made again a second later', async () => {
    const { asked, answers, hear, quiet, pass } = await startProcessor();
    answers.claim = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    hear.work();
    await quiet();
    await pass(990);
    expect(asked.claims).toBe(2);
    answers.claim = () => Promise.resolve([]);
    await pass(20);
    expect(asked.claims).toBe(3);
  });
});

describe('the next look at the line', () => {
  it('is when the next is due, by what there is room for', async () => {
    const { asked, sent, answers, hear, quiet, pass } = await startProcessor();
    answers.nextDueMs = () => Promise.resolve(300);
    hear.work();
    await quiet();
    expect(sent.due.at(-1)).toEqual(answers.room);
    const { claims } = asked;
    await pass(290);
    expect(asked.claims).toBe(claims);
    await pass(20);
    expect(asked.claims).toBe(claims + 1);
  });

  it('is when an engine whose budget was spent may be asked again, if that is sooner', async () => {
    const { asked, answers, hear, quiet, pass } = await startProcessor();
    answers.nextDueMs = () => Promise.resolve(300);
    answers.nextMs = 100;
    hear.work();
    await quiet();
    const { claims } = asked;
    await pass(90);
    expect(asked.claims).toBe(claims);
    await pass(20);
    expect(asked.claims).toBe(claims + 1);
  });

  it.each([0, -3_000])('leaves the database five milliseconds when the next is due in %p', async (due) => {
    const { asked, answers, hear, quiet, pass } = await startProcessor();
    answers.nextDueMs = () => ((answers.nextDueMs = () => Promise.resolve(null)), Promise.resolve(due));
    hear.work();
    await quiet();
    const { claims } = asked;
    await pass(4);
    expect(asked.claims).toBe(claims);
    await pass(1);
    expect(asked.claims).toBe(claims + 1);
  });

  it.each([
    [0, 750],
    [0.5, 1_000],
    [0.999, 1_249],
  ])('is about a second away when nothing is due: with the lot %p after %p ms', async (lot, after) => {
    drawLot(lot);
    const { asked, pass } = await startProcessor();
    await pass(after - 2);
    expect(asked.claims).toBe(1);
    await pass(4);
    expect(asked.claims).toBe(2);
  });

  it('is one at a time: a hint puts off the one that was planned', async () => {
    const { asked, answers, hear, quiet, pass } = await startProcessor();
    answers.nextDueMs = () => Promise.resolve(600);
    hear.work();
    await quiet();
    await pass(400);
    hear.work();
    await quiet();
    const { claims } = asked;
    await pass(500);
    expect(asked.claims).toBe(claims);
  });
});

describe('what it advances', () => {
  it('is stopped at its deadline, and not after it has ended', async () => {
    const { advanced, claimNext, pass } = await startProcessor();
    await claimNext(claimedAs('a', { remaining_ms: 3_000 }), claimedAs('b', { remaining_ms: 2 ** 40 }));
    await pass(2_990);
    expect(reasons(advanced)).toEqual([undefined, undefined]);
    await pass(20);
    expect(reasons(advanced)).toEqual(['deadline', undefined]);
    const ended = await startProcessor({ advance: () => Promise.resolve() });
    await ended.claimNext(claimedAs('a', { remaining_ms: 3_000 }));
    await ended.pass(4_000);
    expect(reasons(ended.advanced)).toEqual([undefined]);
  });

  it('is stopped when somebody else has settled it, and nothing else is', async () => {
    const { advanced, claimNext, hear } = await startProcessor();
    await claimNext(claimedAs('a'), claimedAs('b'));
    hear.settled('b');
    hear.settled('never heard of');
    expect(reasons(advanced)).toEqual([undefined, 'lost']);
  });

  it('gives its place back also when it fails', async () => {
    const { sent, claimNext } = await startProcessor({
      advance: () => Promise.reject(new Error('our fault')),
    });
    await claimNext(claimedAs('a'));
    expect(sent.finds.at(-1)).toEqual([[], { places: 4, polls: 200 }]);
  });
});

describe('leases', () => {
  const held = (...told: [id: string, progress: number][]) => [
    told.map(([id, progress]) => ({ id, fence: 1, progress })),
    15,
  ];

  it('are renewed all together, a third of a lease apart', async () => {
    const { sent, claimNext, pass } = await startProcessor();
    await claimNext(claimedAs('a'), claimedAs('b', { progress: 7 }));
    await pass(500);
    expect(sent.renewals).toEqual([held(['a', 0], ['b', 7])]);
    await pass(4_500);
    expect(sent.renewals).toHaveLength(1);
    await pass(500);
    expect(sent.renewals).toHaveLength(2);
    expect(sent.lost).toEqual([]);
  });

  it('tell progress as it is made: by whole steps, never back, and never that it is done', async () => {
    const { sent, advanced, claimNext, pass } = await startProcessor();
    await claimNext(claimedAs('a'), claimedAs('b'));
    await pass(500);
    const { progress } = advanced[0]!;
    const tell = async (percent: number) => {
      sent.renewals.length = 0;
      progress(percent);
      await pass(500);
      return sent.renewals;
    };
    expect(await tell(40.5)).toEqual([held(['a', 40.5])]);
    expect(await tell(40.9)).toEqual([]);
    expect(await tell(30)).toEqual([]);
    expect(await tell(41)).toEqual([held(['a', 41])]);
    expect(await tell(250)).toEqual([held(['a', 99])]);
  });

  it('are not asked for with nothing running, and at once when something is', async () => {
    const { sent, claimNext, pass } = await startProcessor();
    await pass(20_000);
    expect(sent.renewals).toEqual([]);
    await claimNext(claimedAs('a'));
    await pass(500);
    expect(sent.renewals).toEqual([held(['a', 0])]);
  });

  it('that were not renewed are lost: their work is stopped, and counted', async () => {
    const { sent, answers, advanced, claimNext, pass } = await startProcessor();
    await claimNext(claimedAs('a'), claimedAs('b'));
    answers.renew = () => Promise.resolve(new Set(['a']));
    await pass(500);
    expect(reasons(advanced)).toEqual([undefined, 'lost']);
    expect(sent.lost).toEqual([held(['b', 0])[0], 1]);
  });

  it('of what ended while they were being renewed are not counted as lost', async () => {
    let end!: () => void;
    const { sent, answers, claimNext, quiet, pass } = await startProcessor({
      advance: () => new Promise((resolve) => (end = resolve)),
    });
    await claimNext(claimedAs('a'));
    let answer!: (ours: Set<string>) => void;
    answers.renew = () => new Promise((resolve) => (answer = resolve));
    await pass(500);
    end();
    await quiet();
    answer(new Set());
    await quiet();
    expect(sent.lost).toEqual([]);
  });
});

describe('the dead', () => {
  // The next look of its own is then well over a second away.
  beforeEach(() => drawLot(0.999));

  it('are those whom two looks in a row miss; what they had is taken back and claimed at once', async () => {
    const { asked, sent, answers, pass } = await startProcessor();
    const absent = [[3, 5], [5, 8], [3], []];
    answers.absent = () => Promise.resolve(absent.shift() ?? []);
    answers.released = 1;
    await pass(400);
    expect(sent.abandoned).toEqual([]);
    expect(asked.claims).toBe(1);
    await pass(400);
    expect(sent.abandoned).toEqual([[5]]);
    expect(asked.claims).toBe(2);
    await pass(4_000);
    expect(sent.abandoned).toEqual([[5]]);
  });

  it('with nothing left to take back are no reason to claim', async () => {
    const { asked, sent, answers, pass } = await startProcessor();
    answers.absent = () => Promise.resolve([5]);
    await pass(1_210);
    expect(sent.abandoned).toEqual([[5], [5]]);
    expect(asked.claims).toBe(1);
  });
});

describe('the rounds', () => {
  it('end what is overdue, and look at the engines, once a second', async () => {
    const { rounds, pass } = await startProcessor();
    await pass(3_500);
    expect(rounds).toEqual({ overdue: 3, refreshes: 3 });
  });

  it('are never two of the same at once, and go on after one has failed', async () => {
    const { rounds, answers, quiet, pass } = await startProcessor();
    let fail!: (error: Error) => void;
    answers.overdue = () => new Promise((_, reject) => (fail = reject));
    await pass(5_500);
    expect(rounds).toEqual({ overdue: 1, refreshes: 5 });
    fail(new Error('away'));
    await quiet();
    await pass(1_000);
    expect(rounds.overdue).toBe(2);
  });
});

it('tells what failed: as a warning while the database is away, as an error otherwise', async () => {
  const told: string[] = [];
  for (const level of ['warn', 'error'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation(() => void told.push(level));
  const fault = () => Promise.reject(new Error('our fault'));
  const { answers, hear, quiet, claimNext, pass } = await startProcessor({ advance: fault });
  answers.claim = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
  hear.work();
  await quiet();
  expect(told).toEqual(['warn']);
  await claimNext(claimedAs('a'));
  expect(told).toEqual(['warn', 'error']);
  answers.overdue = fault;
  await pass(1_000);
  expect(told).toEqual(['warn', 'error', 'error']);
});

describe('a worker that was told to stop', () => {
  it('claims nothing more, looks at nothing and makes no rounds', async () => {
    const { processor, hear, asked, rounds, pass } = await startProcessor();
    await processor.beforeApplicationShutdown();
    const before = { ...asked, ...rounds };
    hear.work();
    await pass(10_000);
    expect({ ...asked, ...rounds }).toEqual(before);
  });

  it('stops at once what it only asks about, also at an engine that could not be asked again', async () => {
    const { processor, advanced, claimNext } = await startProcessor({ cannotAskAgain: true });
    await claimNext(claimedAs('polls', { provider_ref: { job: 1 } }));
    await processor.beforeApplicationShutdown();
    expect(reasons(advanced)).toEqual(['shutdown']);
  });

  it('waits six seconds for a last answer, and eight for what does not stop', async () => {
    const { processor, advanced, claimNext, pass } = await startProcessor({
      cannotAskAgain: true,
      advance: () => new Promise(() => undefined),
    });
    await claimNext(claimedAs('a'));
    let stopped = false;
    const stopping = processor.beforeApplicationShutdown().then(() => (stopped = true));
    await pass(5_990);
    expect(reasons(advanced)).toEqual([undefined]);
    await pass(20);
    expect(reasons(advanced)).toEqual(['shutdown']);
    await pass(1_980);
    expect(stopped).toBe(false);
    await pass(20);
    await stopping;
  });
});
