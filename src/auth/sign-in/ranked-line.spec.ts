import { jest } from '@jest/globals';
import { type Done, LineRefused, type Place, RankedLine, type RankedLineOptions } from './ranked-line.js';

const place = (rank = 0, group = '', gone = new AbortController().signal): Place => ({ rank, group, gone });
const done = (pauseMs = 0, isFailure = false): Done<null> => ({ result: null, pauseMs, isFailure });
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that begins when the line lets it and ends when the test says so. */
class Work {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, (done: Done<null>) => void>();

  named(name: string): () => Promise<Done<null>> {
    return () => {
      this.begun.push(name);
      return new Promise((resolve) => this.ends.set(name, resolve));
    };
  }

  async end(name: string, how = done()): Promise<void> {
    this.ends.get(name)!(how);
    await turn();
  }
}

describe('RankedLine', () => {
  let work: Work;
  let line: RankedLine;
  let refused: string[];
  const open = (options: RankedLineOptions = {}) => (line = new RankedLine(options));
  const enter = async (name: string, at = place(), key = 'ada') => {
    line.run(key, at, work.named(name)).catch((error: unknown) => {
      if (!(error instanceof LineRefused)) throw error;
      refused.push(name);
    });
    await turn();
  };

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance', 'nextTick'] });
    work = new Work();
    refused = [];
    open();
  });
  afterEach(() => jest.useRealTimers());

  it('runs one at a time per key, and keys side by side', async () => {
    await enter('a1');
    await enter('a2');
    await enter('b1', place(), 'bob');
    expect(work.begun).toEqual(['a1', 'b1']);
    await work.end('a1');
    expect(work.begun).toEqual(['a1', 'b1', 'a2']);
  });

  it('lets the lower rank go first, and among equals who came first', async () => {
    await enter('first');
    await enter('late', place(2));
    await enter('one', place(0));
    await enter('two', place(0));
    for (const name of ['first', 'one', 'two', 'late']) await work.end(name);
    expect(work.begun).toEqual(['first', 'one', 'two', 'late']);
  });

  it('moves those who wait with a group that failed behind the others', async () => {
    await enter('guess 1', place(0, 'evil'));
    await enter('guess 2', place(0, 'evil'));
    await enter('guess 3', place(0, 'evil'));
    await enter('owner', place(0, 'home'));
    await work.end('guess 1', done(0, true));
    expect(work.begun).toEqual(['guess 1', 'owner']);
  });

  it('waits out the pause that the work before asked for', async () => {
    let now = 0;
    open({ clock: () => now });
    await enter('a');
    await enter('b');
    await work.end('a', done(1_000, true));
    expect(work.begun).toEqual(['a']);
    now = 1_000;
    jest.advanceTimersByTime(1_000);
    await turn();
    expect(work.begun).toEqual(['a', 'b']);
  });

  it('has room for fewer the longer the pause, and keeps the best ranks', async () => {
    open({ longestWaitMs: 3_000, clock: () => 0 });
    await enter('running');
    for (let i = 0; i < 6; i++) await enter(`guess ${i}`, place(1 + i));
    await work.end('running', done(1_000, true));
    expect(refused).toEqual(['guess 5', 'guess 4', 'guess 3']);
    await enter('worse', place(9));
    await enter('owner', place(0));
    expect(refused).toEqual(['guess 5', 'guess 4', 'guess 3', 'worse', 'guess 2']);
  });

  it('bounds who waits over all keys', async () => {
    open({ mostWaitingInAll: 3 });
    for (const key of ['a', 'b']) await enter(`${key} running`, place(), key);
    for (const name of ['1', '2', '3', '4']) await enter(name, place(), Number(name) % 2 ? 'a' : 'b');
    expect(refused).toEqual(['4']);
    await enter('alone', place(), 'c');
    expect(work.begun).toEqual(['a running', 'b running', 'alone']);
  });

  it('gives up the place of a caller who is gone, and never runs their work', async () => {
    const caller = new AbortController();
    await enter('running');
    await enter('gone', place(0, '', caller.signal));
    caller.abort();
    await turn();
    await work.end('running');
    expect([work.begun, refused]).toEqual([['running'], ['gone']]);
    await enter('gone before', place(0, '', caller.signal));
    expect(refused).toEqual(['gone', 'gone before']);
  });

  it('passes an error on and lets the next one in', async () => {
    const broken = line.run('ada', place(), () => Promise.reject(new Error('database away')));
    await enter('next');
    await expect(broken).rejects.toThrow('database away');
    await turn();
    expect(work.begun).toEqual(['next']);
  });

  it('forgets keys that nobody stands in line for', async () => {
    for (let i = 0; i < 100; i++) await line.run(`key ${i}`, place(), async () => done());
    expect((line as unknown as { lines: Map<string, unknown> }).lines.size).toBe(0);
  });
});
