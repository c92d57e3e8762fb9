import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  claimedAs,
  reasons,
  setRandom,
  startProcessor,
  withFakeTimers,
} from '../../../test/support/processor-rig.js';
import type { ClaimedPrediction } from '../prediction.js';

withFakeTimers();

it('claims at once when work is announced while it plans the next claim', async () => {
  const { processor, hear, calls, responses, quiet, wake } = await startProcessor();
  expect(calls).toEqual({ claims: 1, nextDue: 1 });
  let respond!: (dueMs: null) => void;
  responses.nextDueMs = () => new Promise((resolve) => (respond = resolve));
  await wake();
  expect(calls).toEqual({ claims: 2, nextDue: 2 });
  hear.work();
  respond(null);
  await quiet();
  expect(calls).toEqual({ claims: 3, nextDue: 3 });
  respond(null);
  await processor.beforeApplicationShutdown();
});

describe('a claim', () => {
  it('is bounded by the free capacity, slots and polls, and names this worker’s lease', async () => {
    const { sent, claimNext, wake } = await startProcessor();
    expect(sent.capacityQueries[0]).toEqual([[], { submits: 4, polls: 200 }]);
    expect(sent.claims).toEqual([
      [[{ provider: 'engine', submits: 1, polls: 1 }], 4, 12, 15, expect.any(Function)],
    ]);
    await claimNext(claimedAs('a'), claimedAs('b', { provider: 'other', provider_ref: { job: 1 } }));
    expect(sent.taken).toEqual(['engine', 'other']);
    await wake();
    expect(sent.capacityQueries.at(-1)).toEqual([['a', 'b'], { submits: 3, polls: 199 }]);
    expect(sent.claims.at(-1)![1]).toBe(3);
  });

  it('is followed by another while it finds predictions and a slot is free', async () => {
    const { calls, claimNext } = await startProcessor();
    await claimNext(claimedAs('a'));
    expect(calls).toMatchObject({ claims: 3, nextDue: 2 });
  });

  it('is not followed by another when all slots are used, until one is free', async () => {
    let end!: () => void;
    const { calls, sent, claimNext, quiet } = await startProcessor({
      advance: () => new Promise((resolve) => (end = resolve)),
    });
    await claimNext(...['a', 'b', 'c', 'd'].map((id) => claimedAs(id)));
    expect(calls.claims).toBe(2);
    end();
    await quiet();
    expect(calls.claims).toBe(3);
    expect(sent.capacityQueries.at(-1)).toEqual([['a', 'b', 'c'], { submits: 1, polls: 200 }]);
  });

  it('never asks for a negative number of slots', async () => {
    const { sent, claimNext } = await startProcessor();
    await claimNext(...['a', 'b', 'c', 'd', 'e'].map((id) => claimedAs(id)));
    expect(sent.capacityQueries.at(-1)![1]).toEqual({ submits: 0, polls: 200 });
  });

  it('is not made without free capacity, nor by a worker without its lock', async () => {
    const { calls, responses, wake } = await startProcessor();
    responses.isPresent = false;
    await wake();
    responses.isPresent = true;
    responses.capacity = [];
    await wake();
    expect(calls).toMatchObject({ claims: 1, nextDue: 3 });
  });

  it('runs one at a time: announcements meanwhile cause one more', async () => {
    const { calls, responses, hear, quiet, wake } = await startProcessor();
    let respond!: (claimed: ClaimedPrediction[]) => void;
    responses.claim = () => new Promise((resolve) => (respond = resolve));
    await wake();
    hear.work();
    await wake();
    expect(calls.claims).toBe(2);
    responses.claim = () => Promise.resolve([]);
    respond([]);
    await quiet();
    expect(calls.claims).toBe(3);
  });

  it('that fails is repeated a quarter to half a second later', async () => {
    setRandom(0.5);
    const { calls, responses, pass, wake } = await startProcessor();
    responses.claim = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    await wake();
    await pass(365);
    expect(calls.claims).toBe(2);
    responses.claim = () => Promise.resolve([]);
    await pass(20);
    expect(calls.claims).toBe(3);
  });
});

describe('the next claim', () => {
  it('is planned for when a prediction with free capacity is due', async () => {
    const { calls, sent, responses, pass, wake } = await startProcessor();
    responses.nextDueMs = () => Promise.resolve(300);
    await wake();
    expect(sent.due.at(-1)).toEqual(responses.capacity);
    const { claims } = calls;
    await pass(290);
    expect(calls.claims).toBe(claims);
    await pass(20);
    expect(calls.claims).toBe(claims + 1);
  });

  it('is planned for when an exhausted rate budget allows an exchange, if that is sooner', async () => {
    const { calls, responses, pass, wake } = await startProcessor();
    responses.nextDueMs = () => Promise.resolve(300);
    responses.waitMs = 100;
    await wake();
    const { claims } = calls;
    await pass(90);
    expect(calls.claims).toBe(claims);
    await pass(20);
    expect(calls.claims).toBe(claims + 1);
  });

  it.each([0, -3_000])('is at least five milliseconds away when a prediction is due in %p', async (due) => {
    const { calls, responses, pass, wake } = await startProcessor();
    responses.nextDueMs = () => ((responses.nextDueMs = () => Promise.resolve(null)), Promise.resolve(due));
    await wake();
    const { claims } = calls;
    await pass(4);
    expect(calls.claims).toBe(claims);
    await pass(1);
    expect(calls.claims).toBe(claims + 1);
  });

  it.each([
    [0, 750],
    [0.5, 1_000],
    [0.999, 1_249],
  ])(
    'is about a second away when nothing is due: with the random number %p after %p ms',
    async (random, after) => {
      setRandom(random);
      const { calls, pass } = await startProcessor();
      await pass(after - 2);
      expect(calls.claims).toBe(1);
      await pass(4);
      expect(calls.claims).toBe(2);
    },
  );

  it('replaces the planned one when a hint comes', async () => {
    const { calls, responses, pass, wake } = await startProcessor();
    responses.nextDueMs = () => Promise.resolve(600);
    await wake();
    await pass(400);
    await wake();
    const { claims } = calls;
    await pass(500);
    expect(calls.claims).toBe(claims);
  });
});

describe('a running step', () => {
  it('is stopped at the deadline, but not after it has ended', async () => {
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

  it('is stopped when the prediction is claimed again after its lease has expired; the new step keeps its own', async () => {
    const { advanced, claimNext, sent, pass } = await startProcessor();
    await claimNext(claimedAs('a'));
    await claimNext(claimedAs('a', { fence: 2 }));
    expect(reasons(advanced)).toEqual(['lost', undefined]);
    await pass(5_000);
    expect(sent.renewals.at(-1)![0]).toEqual([{ id: 'a', fence: 2, progress: 0 }]);
  });

  it('is stopped when another process settles its prediction; others continue', async () => {
    const { advanced, claimNext, hear } = await startProcessor();
    await claimNext(claimedAs('a'), claimedAs('b'));
    hear.settled('b');
    hear.settled('unknown');
    expect(reasons(advanced)).toEqual([undefined, 'lost']);
  });

  it('frees its slot also when it fails', async () => {
    const { sent, claimNext } = await startProcessor({
      advance: () => Promise.reject(new Error('our fault')),
    });
    await claimNext(claimedAs('a'));
    expect(sent.capacityQueries.at(-1)).toEqual([[], { submits: 4, polls: 200 }]);
  });
});

it('logs failures: as a warning while the database is away, as an error otherwise', async () => {
  const logged: string[] = [];
  for (const level of ['warn', 'error'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation(() => void logged.push(level));
  const fault = () => Promise.reject(new Error('our fault'));
  const { responses, claimNext, pass, wake } = await startProcessor({ advance: fault });
  responses.claim = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
  await wake();
  expect(logged).toEqual(['warn']);
  await claimNext(claimedAs('a'));
  expect(logged).toEqual(['warn', 'error']);
  responses.overdue = fault;
  await pass(1_000);
  expect(logged).toEqual(['warn', 'error', 'error']);
});
