import { jest } from '@jest/globals';
import {
  QueueRejected,
  RankedQueue,
  type RankedQueueOptions,
  type Ticket,
  type WorkResult,
} from './ranked-queue.js';

const ticket = (rank = 0, group = '', signal = new AbortController().signal): Ticket => ({
  rank,
  group,
  signal,
});
const resultOf = (pauseMs = 0, isFailure = false): WorkResult<null> => ({ result: null, pauseMs, isFailure });
const nextIteration = () => new Promise((resolve) => setImmediate(resolve));

/** Work that the queue starts and the test ends. */
class Work {
  readonly started: string[] = [];
  private readonly ends = new Map<string, (result: WorkResult<null>) => void>();

  named(name: string): () => Promise<WorkResult<null>> {
    return () => {
      this.started.push(name);
      return new Promise((resolve) => this.ends.set(name, resolve));
    };
  }

  async end(name: string, result = resultOf()): Promise<void> {
    this.ends.get(name)!(result);
    await nextIteration();
  }
}

describe('RankedQueue', () => {
  let work: Work;
  let queue: RankedQueue;
  let rejected: string[];
  const create = (options: RankedQueueOptions = {}) => (queue = new RankedQueue(options));
  const enter = async (name: string, by = ticket(), key = 'ada') => {
    queue.run(key, by, work.named(name)).catch((error: unknown) => {
      if (!(error instanceof QueueRejected)) throw error;
      rejected.push(name);
    });
    await nextIteration();
  };

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance', 'nextTick'] });
    work = new Work();
    rejected = [];
    create();
  });
  afterEach(() => jest.useRealTimers());

  it('runs one at a time per key, and different keys concurrently', async () => {
    await enter('a1');
    await enter('a2');
    await enter('b1', ticket(), 'bob');
    expect(work.started).toEqual(['a1', 'b1']);
    await work.end('a1');
    expect(work.started).toEqual(['a1', 'b1', 'a2']);
  });

  it('runs lower ranks first, and equal ranks in order of arrival', async () => {
    await enter('first');
    await enter('late', ticket(2));
    await enter('one', ticket(0));
    await enter('two', ticket(0));
    for (const name of ['first', 'one', 'two', 'late']) await work.end(name);
    expect(work.started).toEqual(['first', 'one', 'two', 'late']);
  });

  it('demotes waiting callers of a group that failed', async () => {
    await enter('guess 1', ticket(0, 'evil'));
    await enter('guess 2', ticket(0, 'evil'));
    await enter('guess 3', ticket(0, 'evil'));
    await enter('owner', ticket(0, 'home'));
    await work.end('guess 1', resultOf(0, true));
    expect(work.started).toEqual(['guess 1', 'owner']);
  });

  it('waits for the pause that the previous work requested', async () => {
    let now = 0;
    create({ clock: () => now });
    await enter('a');
    await enter('b');
    await work.end('a', resultOf(1_000, true));
    expect(work.started).toEqual(['a']);
    now = 1_000;
    jest.advanceTimersByTime(1_000);
    await nextIteration();
    expect(work.started).toEqual(['a', 'b']);
  });

  it('admits fewer waiting callers the longer the pause, and keeps the best ranks', async () => {
    create({ maxWaitMs: 3_000, clock: () => 0 });
    await enter('running');
    for (let i = 0; i < 6; i++) await enter(`guess ${i}`, ticket(1 + i));
    await work.end('running', resultOf(1_000, true));
    expect(rejected).toEqual(['guess 5', 'guess 4', 'guess 3']);
    await enter('worse', ticket(9));
    await enter('owner', ticket(0));
    expect(rejected).toEqual(['guess 5', 'guess 4', 'guess 3', 'worse', 'guess 2']);
  });

  it('bounds the waiting callers over all keys', async () => {
    create({ maxWaitingTotal: 3 });
    for (const key of ['a', 'b']) await enter(`${key} running`, ticket(), key);
    for (const name of ['1', '2', '3', '4']) await enter(name, ticket(), Number(name) % 2 ? 'a' : 'b');
    expect(rejected).toEqual(['4']);
    await enter('alone', ticket(), 'c');
    expect(work.started).toEqual(['a running', 'b running', 'alone']);
  });

  it('removes a caller that disconnected, and never runs its work', async () => {
    const caller = new AbortController();
    await enter('running');
    await enter('disconnected', ticket(0, '', caller.signal));
    caller.abort();
    await nextIteration();
    await work.end('running');
    expect([work.started, rejected]).toEqual([['running'], ['disconnected']]);
    await enter('disconnected before', ticket(0, '', caller.signal));
    expect(rejected).toEqual(['disconnected', 'disconnected before']);
  });

  it('passes an error of the work on and runs the next', async () => {
    const broken = queue.run('ada', ticket(), () => Promise.reject(new Error('database unavailable')));
    await enter('next');
    await expect(broken).rejects.toThrow('database unavailable');
    await nextIteration();
    expect(work.started).toEqual(['next']);
  });

  it('removes the queue of a key without callers', async () => {
    for (let i = 0; i < 100; i++) await queue.run(`key ${i}`, ticket(), async () => resultOf());
    expect((queue as unknown as { queues: Map<string, unknown> }).queues.size).toBe(0);
  });
});
