import { setMaxListeners } from 'node:events';
import { NoPlace, ReviewPlaces } from './review-places.js';

/** Starts a review that the test ends. */
function begin(places: ReviewPlaces, account: string, signal = new AbortController().signal) {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const review = { isRunning: false, end, result: Promise.resolve() };
  review.result = places.run(account, signal, async () => {
    review.isRunning = true;
    await ended;
  });
  return review;
}
const running = (reviews: { isRunning: boolean }[]) => reviews.filter(({ isRunning }) => isRunning).length;

it('gives an account a quarter of the places, and another account one at once', async () => {
  const places = new ReviewPlaces(8);
  const first = Array.from({ length: 5 }, () => begin(places, 'a'));
  const second = begin(places, 'b');
  expect(running(first)).toBe(2);
  expect(second.isRunning).toBe(true);
  for (const review of [...first, second]) review.end();
  await Promise.all([...first, second].map(({ result }) => result));
  expect(running(first)).toBe(5);
});

it('gives free places to waiting accounts in turns', async () => {
  const places = new ReviewPlaces(1);
  const order: string[] = [];
  const run = (account: string) =>
    places.run(account, new AbortController().signal, async () => void order.push(account));
  const held = begin(places, 'held');
  const waiting = ['a', 'a', 'a', 'b', 'c', 'b'].map(run);
  held.end();
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

it('frees the place of a review that fails', async () => {
  const places = new ReviewPlaces(1);
  const { signal } = new AbortController();
  await expect(places.run('a', signal, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await expect(places.run('a', signal, () => Promise.resolve(1))).resolves.toBe(1);
});

it('ends a wait when its time is over, and keeps the place of the others', async () => {
  const places = new ReviewPlaces(1);
  const held = begin(places, 'a');
  const time = new AbortController();
  const late = begin(places, 'b', time.signal);
  const next = begin(places, 'c');
  time.abort();
  await expect(late.result).rejects.toThrow(NoPlace);
  held.end();
  next.end();
  await next.result;
  expect(running([late, next])).toBe(1);
});

it.each([
  ['of an account', 1, 100],
  ['in all', 20, 1_000],
])('bounds how many wait %s', async (_, accounts, most) => {
  const places = new ReviewPlaces(1);
  const time = new AbortController();
  setMaxListeners(0, time.signal);
  const held = begin(places, 'held');
  let rejected = 0;
  const reviews = Array.from({ length: most + 50 }, (__, index) =>
    begin(places, `account ${index % accounts}`, time.signal).result.catch(() => (rejected += 1)),
  );
  // Those beyond the bound are rejected at once.
  await Promise.all(reviews.slice(most));
  expect(rejected).toBe(50);
  time.abort();
  await Promise.all(reviews);
  expect(rejected).toBe(most + 50);
  held.end();
  await held.result;
});
