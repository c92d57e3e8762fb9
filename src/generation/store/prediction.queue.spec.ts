import type { Route } from '../../catalogue/index.js';
import type { Database } from '../../database/index.js';
import { IsolatedProgram } from './isolated-program.js';
import { PredictionQueue } from './prediction.queue.js';

/** A queue whose database gives these rows for every statement, and what it was sent. */
function queueOf(rows: object[] = []) {
  const sent: unknown[][] = [];
  const database = {
    prepared: (_name: string, _text: string, values: unknown[]) => {
      sent.push(values);
      return Promise.resolve(rows);
    },
  };
  return {
    queue: new PredictionQueue(database as unknown as Database, new IsolatedProgram('isolated.js')),
    sent,
  };
}

const lease = { id: 'a', fence: 7 };
const DAY = 86_400_000;

it('renews leases in the order of their ids, and leaves the caller’s list as it was', async () => {
  const { queue, sent } = queueOf([{ id: 'a' }, { id: 'b' }]);
  const held = [
    { id: 'b', fence: 2, progress: 20.5 },
    { id: 'a', fence: 1, progress: 10 },
    { id: 'c', fence: 3, progress: 0 },
  ];
  const ours = await queue.renew(held, 7, 15);
  expect(sent).toEqual([[['a', 'b', 'c'], [1, 2, 3], [10, 20, 0], 15, 7]]);
  expect(held.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  expect([...ours]).toEqual(['a', 'b']);
});

it('claims for this worker what there is room for, and no more', async () => {
  const claimed = { id: 'a' };
  const { queue, sent } = queueOf([claimed]);
  const room = [
    { provider: 'x', places: 1, polls: 20 },
    { provider: 'y', places: 3, polls: 40 },
  ];
  expect(await queue.claim(room, 3, 12, 15)).toEqual([claimed]);
  expect(sent).toEqual([[['x', 'y'], [1, 3], [20, 40], 12, 15, 3, 2]]);
});

it('counts what was lost by fence', async () => {
  const { queue, sent } = queueOf([{ count: 2 }]);
  expect(await queue.countLost([lease, { id: 'b', fence: 9 }])).toBe(2);
  expect(sent).toEqual([
    [
      ['a', 'b'],
      [7, 9],
    ],
  ]);
});

it('writes an intent under its fence and gives the number of the attempt', async () => {
  const { queue, sent } = queueOf([{ id: 'a', attempts: 3 }]);
  expect(await queue.begin(lease)).toBe(3);
  expect(sent).toEqual([[JSON.stringify([lease])]]);
});

describe('what waits at an engine', () => {
  const ref = { job: 'x' };
  const written = (sent: unknown[][]) => sent.map(([text]) => JSON.parse(text as string) as object[]);

  it('is written together, in the order of the ids, and each is told whether it is still its worker’s', async () => {
    const { queue, sent } = queueOf([{ id: 'b' }]);
    const told = [
      queue.await({ id: 'b', fence: 2 }, { ref, pollAfterMs: 500, progress: 20.9, queuePosition: 4 }),
      queue.await({ id: 'a', fence: 1 }, { ref, pollAfterMs: 1_000 }),
    ];
    expect(await Promise.all(told)).toEqual([true, false]);
    expect(written(sent)).toEqual([
      [
        { id: 'a', fence: 1, ref, poll_after_ms: 1_000, progress: 0, queue_position: null },
        { id: 'b', fence: 2, ref, poll_after_ms: 500, progress: 20, queue_position: 4 },
      ],
    ]);
  });

  it.each([
    [-1, 0],
    [NaN, 0],
    [0, 0],
    [250.5, 250.5],
    [DAY + 1, DAY],
    [Infinity, DAY],
  ])('and is to be asked about in %p ms is asked about in %p', async (pollAfterMs, waits) => {
    const { queue, sent } = queueOf();
    await queue.await(lease, { ref, pollAfterMs });
    expect(written(sent)[0]).toMatchObject([{ poll_after_ms: waits }]);
  });

  it.each([
    [-5, 0],
    [99.9, 99],
    [100, 99],
    [1e9, 99],
  ])('and says that it is at %p %% is shown at %p: only what is stored is whole', async (progress, shown) => {
    const { queue, sent } = queueOf();
    await queue.await(lease, { ref, pollAfterMs: 0, progress });
    expect(written(sent)[0]).toMatchObject([{ progress: shown }]);
  });

  it('is written by another statement beyond 200', async () => {
    const { queue, sent } = queueOf();
    await Promise.all(
      Array.from({ length: 201 }, (_, i) => queue.await({ id: `p${i}`, fence: 1 }, { ref, pollAfterMs: 0 })),
    );
    expect(written(sent).map(({ length }) => length)).toEqual([200, 1]);
  });
});

describe('what is tried again', () => {
  it('costs an attempt, forgets what the engine has, and stays where it is, unless told otherwise', async () => {
    const { queue, sent } = queueOf([{}]);
    expect(await queue.retry(lease, { delayMs: 800, counted: true, message: 'busy' })).toBe(true);
    expect(sent).toEqual([['a', 7, 800, 1, 'busy', false, false, null, null]]);
  });

  it('keeps its intent or its reference, costs nothing, or goes to another engine, when told so', async () => {
    const { queue, sent } = queueOf([{}]);
    const route = { provider: 'other', model: 'its-model' } as Route;
    const message = 'throttled';
    await queue.retry(lease, { delayMs: 2 * DAY, counted: false, message, maybeSent: true });
    await queue.retry(lease, { delayMs: 0, counted: false, message, keepRef: true, route });
    expect(sent).toEqual([
      ['a', 7, DAY, 0, message, true, false, null, null],
      ['a', 7, 0, 0, message, false, true, 'other', 'its-model'],
    ]);
  });

  it('is not ours when the statement misses', async () => {
    expect(await queueOf().queue.retry(lease, { delayMs: 0, counted: true, message: '' })).toBe(false);
  });
});

it('hands a lease back under its fence, with whether the engine may have something', async () => {
  const { queue, sent } = queueOf();
  await queue.release(lease, true);
  await queue.release(lease, false);
  expect(sent).toEqual([
    ['a', 7, true],
    ['a', 7, false],
  ]);
});

it('takes back from workers that are absent, and counts what it took', async () => {
  const looked = queueOf([{ worker: 3 }, { worker: 5 }]);
  expect(await looked.queue.absentWorkers(99)).toEqual([3, 5]);
  expect(looked.sent).toEqual([[99]]);
  const taken = queueOf([{}, {}, {}]);
  expect(await taken.queue.releaseAbandoned([3, 5])).toBe(3);
  expect(taken.sent).toEqual([[[3, 5]]]);
});

it('waits only for what there would be room for', async () => {
  const room = [
    { provider: 'submits', places: 1, polls: 0 },
    { provider: 'polls', places: 0, polls: 1 },
    { provider: 'both', places: 2, polls: 2 },
  ];
  const { queue, sent } = queueOf([{ in_ms: 40 }]);
  expect(await queue.nextDueMs(room)).toBe(40);
  expect(sent).toEqual([[['submits', 'both'], ['polls', 'both'], 2]]);
  expect(await queueOf([{ in_ms: null }]).queue.nextDueMs([])).toBeNull();
  expect(await queueOf([]).queue.nextDueMs([])).toBeNull();
});

it('moves what waits for a model from an engine to the next one, and counts it', async () => {
  const { queue, sent } = queueOf([{}, {}]);
  expect(await queue.reroute('ill', 'key', { provider: 'well', model: 'its-model' } as Route)).toBe(2);
  expect(sent).toEqual([['ill', 'key', 'well', 'its-model']]);
});
