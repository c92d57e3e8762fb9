import { jest } from '@jest/globals';
import { Lane, type LaneBounds, type RunOptions } from './lane.js';

interface Result {
  pauseMs: number;
  failedGroup?: string;
}

class Rejected extends Error {}

const BOUNDS: LaneBounds = {
  atOnce: Infinity,
  atOncePerOwner: 1,
  waiting: 500,
  waitingPerOwner: 100,
  waitingMs: Infinity,
  order: 'by rank',
  pausedMs: 24_000,
};
const NO_PAUSE: Result = { pauseMs: 0 };
const nextIteration = () => new Promise((resolve) => setImmediate(resolve));

class Work {
  readonly started: string[] = [];
  private readonly ends = new Map<string, (result: Result) => void>();

  named(name: string): () => Promise<Result> {
    return () => {
      this.started.push(name);
      return new Promise((resolve) => this.ends.set(name, resolve));
    };
  }

  async end(name: string, result = NO_PAUSE): Promise<void> {
    this.ends.get(name)!(result);
    await nextIteration();
  }
}

describe('a lane in the order of ranks', () => {
  let work: Work;
  let lane: Lane;
  let rejected: string[];
  const create = (bounds: Partial<LaneBounds> = {}) =>
    (lane = new Lane({ ...BOUNDS, ...bounds }, () => new Rejected()));
  const run = async (owner: string, named: () => Promise<Result>) => {
    const { pauseMs, failedGroup } = await named();
    lane.pause(owner, pauseMs);
    if (failedGroup !== undefined) lane.demote(owner, failedGroup);
  };
  const enter = async (name: string, options: RunOptions = {}, owner = 'ada') => {
    lane
      .run(owner, 1, () => run(owner, work.named(name)), options)
      .catch((error: unknown) => {
        if (!(error instanceof Rejected)) throw error;
        rejected.push(name);
      });
    await nextIteration();
  };

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    work = new Work();
    rejected = [];
    create();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('runs one at a time per owner, and different owners concurrently', async () => {
    await enter('a1');
    await enter('a2');
    await enter('b1', {}, 'bob');
    expect(work.started).toEqual(['a1', 'b1']);
    await work.end('a1');
    expect(work.started).toEqual(['a1', 'b1', 'a2']);
  });

  it('runs lower ranks first, and equal ranks in order of arrival', async () => {
    await enter('first');
    await enter('late', { rank: 2 });
    await enter('one', { rank: 0 });
    await enter('two', { rank: 0 });
    for (const name of ['first', 'one', 'two', 'late']) await work.end(name);
    expect(work.started).toEqual(['first', 'one', 'two', 'late']);
  });

  it('demotes waiting callers of a group that failed', async () => {
    await enter('guess 1', { rank: 0, group: 'evil' });
    await enter('guess 2', { rank: 0, group: 'evil' });
    await enter('guess 3', { rank: 0, group: 'evil' });
    await enter('owner', { rank: 0, group: 'home' });
    await work.end('guess 1', { pauseMs: 0, failedGroup: 'evil' });
    expect(work.started).toEqual(['guess 1', 'owner']);
  });

  it('waits for the pause that the previous work requested', async () => {
    await enter('a');
    await enter('b');
    await work.end('a', { pauseMs: 1_000 });
    expect(work.started).toEqual(['a']);
    jest.advanceTimersByTime(1_000);
    await nextIteration();
    expect(work.started).toEqual(['a', 'b']);
  });

  it('begins the next work also when the pause ends between two looks at the clock', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 0.01));
    for (const earlyMs of [0.005, 0.015, 0.025, 0.035, 0.045]) {
      create();
      work = new Work();
      await enter('a');
      await enter('b');
      now = 0;
      await work.end('a', { pauseMs: 10 });
      // Node.js rounds a time down: a timer ends up to a millisecond early.
      now = 10.01 - earlyMs;
      jest.advanceTimersByTime(10);
      now += 1;
      jest.advanceTimersByTime(1);
      await nextIteration();
      expect([earlyMs, work.started]).toEqual([earlyMs, ['a', 'b']]);
    }
  });

  it('admits fewer waiting callers the longer the pause, and keeps the best ranks', async () => {
    create({ pausedMs: 3_000 });
    await enter('running');
    for (let i = 0; i < 6; i++) await enter(`guess ${i}`, { rank: 1 + i });
    await work.end('running', { pauseMs: 1_000 });
    expect(rejected).toEqual(['guess 5', 'guess 4', 'guess 3']);
    await enter('worse', { rank: 9 });
    await enter('owner', { rank: 0 });
    expect(rejected).toEqual(['guess 5', 'guess 4', 'guess 3', 'worse', 'guess 2']);
  });

  it('bounds the waiting callers over all owners', async () => {
    create({ waiting: 3 });
    for (const key of ['a', 'b']) await enter(`${key} running`, {}, key);
    for (const name of ['1', '2', '3', '4']) await enter(name, {}, Number(name) % 2 ? 'a' : 'b');
    expect(rejected).toEqual(['4']);
    await enter('alone', {}, 'c');
    expect(work.started).toEqual(['a running', 'b running', 'alone']);
  });

  it('removes a caller that disconnected, and never runs its work', async () => {
    const caller = new AbortController();
    await enter('running');
    await enter('disconnected', { signal: caller.signal });
    caller.abort();
    await nextIteration();
    await work.end('running');
    expect([work.started, rejected]).toEqual([['running'], ['disconnected']]);
    await enter('disconnected before', { signal: caller.signal });
    expect(rejected).toEqual(['disconnected', 'disconnected before']);
  });

  it('passes an error of the work on and runs the next', async () => {
    const broken = lane.run('ada', 1, () => Promise.reject(new Error('database unavailable')));
    await enter('next');
    await expect(broken).rejects.toThrow('database unavailable');
    await nextIteration();
    expect(work.started).toEqual(['next']);
  });

  it('forgets an owner without runs', async () => {
    for (let i = 0; i < 100; i++) await lane.run(`key ${i}`, 1, async () => undefined);
    expect((lane as unknown as { owners: Map<string, unknown> }).owners.size).toBe(0);
  });

  it('keeps the pause of an owner without runs, and forgets the owner after it', async () => {
    await enter('a');
    await work.end('a', { pauseMs: 1_000 });
    await enter('b');
    expect(work.started).toEqual(['a']);
    jest.advanceTimersByTime(1_000);
    await nextIteration();
    await work.end('b', { pauseMs: 1_000 });
    expect((lane as unknown as { owners: Map<string, unknown> }).owners.size).toBe(1);
    jest.advanceTimersByTime(1_000);
    expect((lane as unknown as { owners: Map<string, unknown> }).owners.size).toBe(0);
  });
});
