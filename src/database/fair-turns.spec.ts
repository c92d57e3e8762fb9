import { AppError } from '../errors/index.js';
import { FairTurns } from './fair-turns.js';

const BOUNDS = {
  atOnce: 2,
  atOncePerAccount: 1,
  waitingBytes: 100,
  waitingBytesPerAccount: 50,
  waitingMs: 60_000,
};

/** Work that ends when the test says so; `order` is who was begun. */
function turnsOf(bounds: Partial<typeof BOUNDS> = {}) {
  const turns = new FairTurns({ ...BOUNDS, ...bounds });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const take = (account: string, bytes = 10) =>
    turns.take(account, bytes, () => {
      order.push(account);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const end = async () => {
    ends.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { take, end, order };
}

it('runs fewer of one account than of all, and gives each account its turn', async () => {
  const { take, end, order } = turnsOf();
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

it('refuses only the account that has too many bytes waiting', async () => {
  const { take, end, order } = turnsOf();
  const running = [take('a'), take('b')];
  const waiting = [take('a', 50)];
  await expect(take('a', 1)).rejects.toMatchObject({ code: 'service_unavailable' });
  waiting.push(take('c', 50));
  await expect(take('d', 1)).rejects.toBeInstanceOf(AppError);
  for (let ended = 0; ended < 4; ended += 1) await end();
  await Promise.all([...running, ...waiting]);
  expect(order).toEqual(['a', 'b', 'c', 'a']);
  // What was refused holds nothing: all of it is free again.
  const again = [take('a', 50), take('a', 50)];
  await end();
  await end();
  await Promise.all(again);
});

it('refuses what waited too long, and goes on with what waits behind it', async () => {
  const { take, end, order } = turnsOf({ waitingMs: 20 });
  const first = take('a');
  await expect(take('a')).rejects.toMatchObject({ code: 'service_unavailable' });
  const next = take('a');
  await end();
  await end();
  await Promise.all([first, next]);
  expect(order).toEqual(['a', 'a']);
});

it('passes on what the work throws, and frees its place', async () => {
  const turns = new FairTurns({ ...BOUNDS, atOnce: 1 });
  const failing = turns.take('a', 1, () => Promise.reject(new Error('disk')));
  await expect(failing).rejects.toThrow('disk');
  await expect(turns.take('a', 1, () => Promise.resolve('done'))).resolves.toBe('done');
});
