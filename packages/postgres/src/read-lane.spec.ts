import { setImmediate as turn } from 'node:timers/promises';
import type { LaneBounds } from './lane.js';
import { createReadLane, createReportLane, LaneFull } from './read-lane.js';
import { isDatabaseUnavailable } from './unavailable.js';

const BOUNDS: LaneBounds = {
  atOnce: 4,
  atOncePerOwner: 2,
  waiting: 6,
  waitingPerOwner: 4,
  waitingMs: 60_000,
  order: 'oldest',
};

let endAll: () => Promise<void>;
// A read that still waits would be rejected during a later test.
afterEach(() => endAll?.());

function startLane(bounds: Partial<LaneBounds> = {}) {
  const lane = createReadLane({ ...BOUNDS, ...bounds });
  const begun: { owner: string; end(error?: Error): void }[] = [];
  const read = (owner: string) =>
    lane.run(
      owner,
      1,
      () =>
        new Promise<string>((resolve, reject) =>
          begun.push({ owner, end: (error) => (error ? reject(error) : resolve(owner)) }),
        ),
    );
  const owners = () => begun.map(({ owner }) => owner).join('');
  endAll = async () => {
    for (let ended = 0; ended < begun.length; ended += 1) {
      begun[ended]!.end();
      await turn();
    }
  };
  return { read, begun, owners };
}

describe('the lane of list reads', () => {
  it('runs `atOnce` reads at once, and at most `atOncePerOwner` of one owner', async () => {
    const { read, owners } = startLane();
    for (const owner of ['a', 'a', 'a', 'b', 'c', 'd']) void read(owner);
    await turn();
    expect(owners()).toBe('aabc');
  });

  it('skips an owner at its bound, and keeps the order otherwise', async () => {
    const { read, begun, owners } = startLane();
    for (const owner of ['a', 'a', 'a', 'a', 'b', 'c', 'd', 'b']) void read(owner);
    await turn();
    expect(owners()).toBe('aabc');
    begun[2]!.end();
    await turn();
    expect(owners()).toBe('aabcd');
    begun[0]!.end();
    await turn();
    expect(owners()).toBe('aabcda');
  });

  it('frees the slot of a failed read for the next one', async () => {
    const { read, begun, owners } = startLane({ atOnce: 1 });
    const failed = read('a');
    void read('b');
    await turn();
    begun[0]!.end(new Error('a statement'));
    await expect(failed).rejects.toThrow('a statement');
    await turn();
    expect(owners()).toBe('ab');
  });

  it('rejects the read of an owner with too many waiting, and of no other owner', async () => {
    const { read, begun, owners } = startLane();
    const reads = Array.from({ length: 7 }, () => read('a'));
    await expect(reads[6]).rejects.toThrow(LaneFull);
    void read('b');
    await turn();
    expect(owners()).toBe('aab');
    for (let ended = 0; ended < 6; ended += 1) {
      begun.filter(({ owner }) => owner === 'a')[ended]!.end();
      await turn();
    }
    expect(await Promise.all(reads.slice(0, 6))).toEqual(Array(6).fill('a'));
  });

  it('rejects the read of any owner when too many wait in all', async () => {
    const { read } = startLane({ atOnce: 1, waiting: 2 });
    for (const owner of ['a', 'b', 'c']) void read(owner);
    await expect(read('d')).rejects.toThrow(LaneFull);
  });

  it('rejects a read that waited too long, never begins it, and continues', async () => {
    const { read, begun, owners } = startLane({ atOnce: 1, waitingMs: 5 });
    const first = read('a');
    await expect(read('b')).rejects.toThrow(LaneFull);
    begun[0]!.end();
    expect(await first).toBe('a');
    void read('c');
    await turn();
    expect(owners()).toBe('ac');
  });

  it('causes a 503 when it is full', () => {
    expect(isDatabaseUnavailable(new LaneFull(''))).toBe(true);
  });
});

describe('the lane of reports', () => {
  const startAll = async (connections: number, owners: string) => {
    const lane = createReportLane(connections);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const read = (owner: string) =>
      lane.run(owner, 1, () => {
        begun.push(owner);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    for (const owner of owners) void read(owner);
    await turn();
    const atOnce = begun.join('');
    endAll = async () => {
      for (let ended = 0; ended < ends.length; ended += 1) {
        ends[ended]!();
        await turn();
      }
    };
    return { atOnce, read };
  };

  it('runs two at once, one of each owner', async () => {
    expect((await startAll(10, 'aabc')).atOnce).toBe('ab');
  });

  it('runs one at once with a small pool', async () => {
    expect((await startAll(7, 'abc')).atOnce).toBe('a');
    await endAll();
    expect((await startAll(1, 'ab')).atOnce).toBe('a');
  });

  it('rejects an owner’s twelfth report as an unavailable database', async () => {
    const { read } = await startAll(10, 'a'.repeat(11));
    const error = await read('a').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LaneFull);
    expect(isDatabaseUnavailable(error)).toBe(true);
  });
});
