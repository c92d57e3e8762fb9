import { jest } from '@jest/globals';
import { createSlots, Lane, type LaneBounds } from './lane.js';

const BOUNDS: LaneBounds = {
  atOnce: 2,
  atOncePerOwner: 1,
  waiting: 100,
  waitingPerOwner: 50,
  waitingMs: 60_000,
  order: 'in turns',
};

class Rejected extends Error {
  readonly code = 'service_unavailable';
}
const rejection = () => new Rejected();

/** Runs work that ends when the test calls `end`; `order` lists the accounts of the begun runs. */
function laneOf(bounds: Partial<LaneBounds> = {}) {
  const lane = new Lane({ ...BOUNDS, ...bounds }, rejection);
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const take = (account: string, bytes = 10) =>
    lane.run(account, bytes, () => {
      order.push(account);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const end = async () => {
    ends.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { take, end, order };
}

it('runs fewer of one account than in all, and takes accounts in turns', async () => {
  const { take, end, order } = laneOf();
  const all = ['a', 'a', 'a', 'b', 'c'].map((account) => take(account));
  expect(order).toEqual(['a', 'b']);
  await end();
  expect(order).toEqual(['a', 'b', 'c']);
  await end();
  expect(order).toEqual(['a', 'b', 'c', 'a']);
  await end();
  expect(order).toHaveLength(4);
  await end();
  expect(order).toEqual(['a', 'b', 'c', 'a', 'a']);
  await end();
  await Promise.all(all);
});

it('rejects only the account that has too many bytes waiting', async () => {
  const { take, end, order } = laneOf();
  const running = [take('a'), take('b')];
  const waiting = [take('a', 50)];
  await expect(take('a', 1)).rejects.toMatchObject({ code: 'service_unavailable' });
  waiting.push(take('c', 50));
  await expect(take('d', 1)).rejects.toBeInstanceOf(Rejected);
  for (let ended = 0; ended < 4; ended += 1) await end();
  await Promise.all([...running, ...waiting]);
  expect(order).toEqual(['a', 'b', 'c', 'a']);
  // A rejected run holds no weight: all of it is free again.
  const again = [take('a', 50), take('a', 50)];
  await end();
  await end();
  await Promise.all(again);
});

it('rejects a run that waited too long, and continues with the next one', async () => {
  const { take, end, order } = laneOf({ waitingMs: 20 });
  const first = take('a');
  await expect(take('a')).rejects.toMatchObject({ code: 'service_unavailable' });
  const next = take('a');
  await end();
  await end();
  await Promise.all([first, next]);
  expect(order).toEqual(['a', 'a']);
});

it('rejects with the error of the work, and frees its slot', async () => {
  const lane = new Lane({ ...BOUNDS, atOnce: 1 }, rejection);
  const failing = lane.run('a', 1, () => Promise.reject(new Error('disk')));
  await expect(failing).rejects.toThrow('disk');
  await expect(lane.run('a', 1, () => Promise.resolve('done'))).resolves.toBe('done');
});

it('without bounds on waiting, runs `atOnce` at once and the others in order', async () => {
  const slots = createSlots(2);
  const order: number[] = [];
  const ends: (() => void)[] = [];
  const runs = [0, 1, 2, 3].map((one) =>
    slots.run('', 1, () => {
      order.push(one);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  expect(order).toEqual([0, 1]);
  for (let ended = 0; ended < 4; ended += 1) {
    ends.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(runs);
  expect(order).toEqual([0, 1, 2, 3]);
});

describe('a share of time', () => {
  const time = { share: 0.5, burstMs: 40, fullChargeMs: 1 };
  const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const isBusy = new Error('the database is away');
  const laneWithShare = (waitingMs: number) =>
    new Lane({ ...BOUNDS, waitingMs, time }, rejection, (error) => error !== isBusy);

  it('delays an account that has used it up, and no other account', async () => {
    const lane = laneWithShare(60_000);
    await lane.run('a', 1, () => sleep(60));
    const begunAt = performance.now();
    const delays = { a: 0, b: 0 };
    const run = (account: 'a' | 'b') =>
      lane.run(account, 1, async () => void (delays[account] = performance.now() - begunAt));
    await Promise.all([run('a'), run('b')]);
    expect(delays.b).toBeLessThan(delays.a);
    expect(delays.a).toBeGreaterThan(30);
  });

  it('rejects what would wait too long for it, and does not begin it', async () => {
    const lane = laneWithShare(5);
    await lane.run('a', 1, () => sleep(80));
    const begun = jest.fn(async () => {});
    await expect(lane.run('a', 1, begun)).rejects.toBeInstanceOf(Rejected);
    expect(begun).not.toHaveBeenCalled();
    await lane.run('b', 1, async () => {});
  });

  it('is not used by a run that failed without using the resource', async () => {
    const lane = laneWithShare(5);
    await expect(lane.run('a', 1, () => sleep(80).then(() => Promise.reject(isBusy)))).rejects.toBe(isBusy);
    await lane.run('a', 1, async () => {});
    await expect(lane.run('a', 1, () => sleep(80).then(() => Promise.reject(new Error())))).rejects.toThrow();
    await expect(lane.run('a', 1, async () => {})).rejects.toBeInstanceOf(Rejected);
  });
});
