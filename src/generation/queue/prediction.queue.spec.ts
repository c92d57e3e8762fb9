import type { Route } from '../../catalogue/index.js';
import type { Database, Runnable } from '../../platform/database/index.js';
import type { TakenEngines } from './free-capacity.js';
import { IsolatedProgram } from './isolated-program.js';
import { PredictionQueue } from './prediction.queue.js';

/** The database returns these rows for every statement. */
function queueOf(rows: object[] = []) {
  const sent: unknown[][] = [];
  const database = {
    run: (statement: Runnable<object, object>, given: object) => {
      sent.push(statement.bind(given).values);
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

it('renews leases in the order of their ids, without changing the caller’s list', async () => {
  const { queue, sent } = queueOf([{ id: 'a' }, { id: 'b' }]);
  const held = [
    { id: 'b', fence: 2, progress: 20.5 },
    { id: 'a', fence: 1, progress: 10 },
    { id: 'c', fence: 3, progress: 0 },
  ];
  const renewed = await queue.renew(held, 7, 15);
  expect(sent).toEqual([[['a', 'b', 'c'], [1, 2, 3], [10, 20, 0], 15, 7]]);
  expect(held.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  expect([...renewed]).toEqual(['a', 'b']);
});

it('claims for this worker within the free capacity', async () => {
  const claimed = { id: 'a', pages: 4, now_ms: 5_000, full_engines: ['y'], busy_engines: [] };
  const { queue, sent } = queueOf([claimed]);
  const free = [
    { provider: 'x', submits: 1, polls: 20 },
    { provider: 'y', submits: 3, polls: 40, placeLimit: 8 },
  ];
  const taken: TakenEngines[] = [];
  expect(await queue.claim(free, 3, 12, 15, (engines) => taken.push(engines))).toEqual([claimed]);
  expect(taken).toEqual([{ full: ['y'], busy: [] }]);
  const beginning = [null, null];
  expect(sent).toEqual([
    [['x', 'y'], [1, 3], [20, 40], 12, 15, 3, 2, beginning, beginning, beginning, beginning, [null, 8]],
  ]);
  const nothing = queueOf([{ id: null, pages: 4, now_ms: 5_000, full_engines: [], busy_engines: [] }]);
  expect(await nothing.queue.claim(free, 3, 12, 15, (engines) => taken.push(engines))).toEqual([]);
  expect(taken).toHaveLength(1);
});

it('counts lost leases by fence', async () => {
  const { queue, sent } = queueOf([{ count: 2 }]);
  expect(await queue.countLost([lease, { id: 'b', fence: 9 }])).toBe(2);
  expect(sent).toEqual([
    [
      ['a', 'b'],
      [7, 9],
    ],
  ]);
});

it('writes an intent with its fence and returns the number of the attempt', async () => {
  const { queue, sent } = queueOf([{ id: 'a', attempts: 3 }]);
  expect(await queue.begin(lease)).toBe(3);
  expect(sent).toEqual([[JSON.stringify([lease])]]);
});

describe('a prediction that waits at its engine', () => {
  const ref = { job: 'x' };
  const rowsOf = (sent: unknown[][]) => sent.map(([text]) => JSON.parse(text as string) as object[]);

  it('is written in a batch in the order of the ids, and each call returns whether its lease was live', async () => {
    const { queue, sent } = queueOf([{ id: 'b' }]);
    const written = [
      queue.await({ id: 'b', fence: 2 }, { ref, pollAfterMs: 500, progress: 20.9, queuePosition: 4 }),
      queue.await({ id: 'a', fence: 1 }, { ref, pollAfterMs: 1_000 }),
    ];
    expect(await Promise.all(written)).toEqual([true, false]);
    expect(rowsOf(sent)).toEqual([
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
  ])('is polled, after a requested wait of %p ms, in %p ms', async (pollAfterMs, waits) => {
    const { queue, sent } = queueOf();
    await queue.await(lease, { ref, pollAfterMs });
    expect(rowsOf(sent)[0]).toMatchObject([{ poll_after_ms: waits }]);
  });

  it.each([
    [-5, 0],
    [99.9, 99],
    [100, 99],
    [1e9, 99],
    [Infinity, 99],
    [-Infinity, 0],
    [NaN, 0],
  ])(
    'with a reported progress of %p %% is stored at %p: only a stored result is 100',
    async (progress, shown) => {
      const { queue, sent } = queueOf();
      await queue.await(lease, { ref, pollAfterMs: 0, progress });
      expect(rowsOf(sent)[0]).toMatchObject([{ progress: shown }]);
    },
  );

  it.each([
    [-1, 0],
    [2.5, 2],
    [1e12, 2_147_483_647],
    [Infinity, 2_147_483_647],
    [NaN, null],
  ])(
    'has a place of %p in the engine’s queue as %p, which its column can hold',
    async (queuePosition, written) => {
      const { queue, sent } = queueOf([{ id: 'a' }]);
      await queue.await(lease, { ref: {}, pollAfterMs: 0, queuePosition });
      expect(JSON.parse(sent[0]![0] as string)).toMatchObject([{ queue_position: written }]);
    },
  );

  it('is written in batches of at most 200', async () => {
    const { queue, sent } = queueOf();
    await Promise.all(
      Array.from({ length: 201 }, (_, i) => queue.await({ id: `p${i}`, fence: 1 }, { ref, pollAfterMs: 0 })),
    );
    expect(rowsOf(sent).map(({ length }) => length)).toEqual([200, 1]);
  });
});

describe('a retry', () => {
  it('counts as an attempt, clears the reference and keeps the engine by default', async () => {
    const { queue, sent } = queueOf([{}]);
    expect(await queue.retry(lease, { delayMs: 800, isCounted: true, message: 'busy' })).toBe(true);
    expect(sent).toEqual([['a', 7, 800, 1, 'busy', false, false, null, null, false]]);
  });

  it('can keep the intent or the reference, not count, or move to another engine', async () => {
    const { queue, sent } = queueOf([{}]);
    const route = { provider: 'other', model: 'its-model' } as Route;
    const message = 'throttled';
    await queue.retry(lease, {
      delayMs: 2 * DAY,
      isCounted: false,
      message,
      isAmbiguous: true,
      isBusy: true,
    });
    await queue.retry(lease, { delayMs: 0, isCounted: false, message, keepsRef: true, route });
    expect(sent).toEqual([
      ['a', 7, DAY, 0, message, true, false, null, null, true],
      ['a', 7, 0, 0, message, false, true, 'other', 'its-model', false],
    ]);
  });

  it('returns false when the lease is lost', async () => {
    expect(await queueOf().queue.retry(lease, { delayMs: 0, isCounted: true, message: '' })).toBe(false);
  });
});

it('releases a lease with its fence, whether the submit is unsent, and for how long nobody claims it', async () => {
  const { queue, sent } = queueOf();
  await queue.release(lease, true);
  await queue.release(lease, false);
  await queue.release(lease, true, true, 10_000);
  expect(sent).toEqual([
    ['a', 7, true, false, 0],
    ['a', 7, false, false, 0],
    ['a', 7, true, true, 10_000],
  ]);
});

it('finds absent workers, releases their leases and counts them', async () => {
  const checked = queueOf([{ worker: 3 }, { worker: 5 }]);
  expect(await checked.queue.absentWorkers(99)).toEqual([3, 5]);
  expect(checked.sent).toEqual([[99]]);
  const released = queueOf([{}, {}, {}]);
  expect(await released.queue.releaseAbandoned([3, 5])).toBe(3);
  expect(released.sent).toEqual([[[3, 5]]]);
});

it('considers only exchanges with free capacity for the next due time', async () => {
  const free = [
    { provider: 'submits', submits: 1, polls: 0 },
    { provider: 'polls', submits: 0, polls: 1 },
    { provider: 'both', submits: 2, polls: 2 },
  ];
  const { queue, sent } = queueOf([{ in_ms: 40 }]);
  expect(await queue.nextDueMs(free)).toBe(40);
  expect(sent).toEqual([[['submits', 'both'], ['polls', 'both'], 2, [null, null], [null, null]]]);
  expect(await queueOf([{ in_ms: null }]).queue.nextDueMs([])).toBeNull();
  expect(await queueOf([]).queue.nextDueMs([])).toBeNull();
});

it('moves the predictions of a model from an engine to another and counts them', async () => {
  const { queue, sent } = queueOf([{}, {}]);
  expect(await queue.reroute('away', 'key', { provider: 'another', model: 'its-model' } as Route)).toBe(2);
  expect(sent).toEqual([['away', 'key', 'another', 'its-model']]);
});
