import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  claimedAs,
  drawLot,
  reasons,
  startProcessor,
  withStandingClock,
} from '../../../test/support/processor-rig.js';
import type { ClaimedPrediction } from '../store/prediction.js';

withStandingClock();

it('claims at once what is announced while it works out when to look next', async () => {
  const { processor, hear, asked, answers, quiet } = await startProcessor();
  expect(asked).toEqual({ claims: 1, looks: 1 });
  let answer!: (inMs: null) => void;
  answers.nextDueMs = () => new Promise((resolve) => (answer = resolve));
  hear.work();
  await quiet();
  expect(asked).toEqual({ claims: 2, looks: 2 });
  hear.work();
  answer(null);
  await quiet();
  expect(asked).toEqual({ claims: 3, looks: 3 });
  answer(null);
  await processor.beforeApplicationShutdown();
});

describe('a claim', () => {
  it('is for what there is room for, within the places and polls that are left, under this worker’s lease', async () => {
    const { sent, claimNext, hear, quiet } = await startProcessor();
    expect(sent.finds[0]).toEqual([[], { places: 4, polls: 200 }]);
    expect(sent.claims).toEqual([[[{ provider: 'engine', places: 1, polls: 1 }], 4, 12, 15]]);
    await claimNext(claimedAs('a'), claimedAs('b', { provider: 'other', provider_ref: { job: 1 } }));
    expect(sent.taken).toEqual(['engine', 'other']);
    hear.work();
    await quiet();
    expect(sent.finds.at(-1)).toEqual([['a', 'b'], { places: 3, polls: 199 }]);
    expect(sent.claims.at(-1)![1]).toBe(3);
  });

  it('is followed by another while it finds something and a place is free', async () => {
    const { asked, claimNext } = await startProcessor();
    await claimNext(claimedAs('a'));
    expect(asked).toMatchObject({ claims: 3, looks: 2 });
  });

  it('is not followed by another when every place is taken, until one is free', async () => {
    let end!: () => void;
    const { asked, sent, claimNext, quiet } = await startProcessor({
      advance: () => new Promise((resolve) => (end = resolve)),
    });
    await claimNext(...['a', 'b', 'c', 'd'].map((id) => claimedAs(id)));
    expect(asked.claims).toBe(2);
    end();
    await quiet();
    expect(asked.claims).toBe(3);
    expect(sent.finds.at(-1)).toEqual([['a', 'b', 'c'], { places: 1, polls: 200 }]);
  });

  it('counts no place below none', async () => {
    const { sent, claimNext } = await startProcessor();
    await claimNext(...['a', 'b', 'c', 'd', 'e'].map((id) => claimedAs(id)));
    expect(sent.finds.at(-1)![1]).toEqual({ places: 0, polls: 200 });
  });

  it('is not made without room, nor by a worker that the others cannot see', async () => {
    const { asked, answers, hear, quiet } = await startProcessor();
    answers.present = false;
    hear.work();
    await quiet();
    answers.present = true;
    answers.room = [];
    hear.work();
    await quiet();
    expect(asked).toMatchObject({ claims: 1, looks: 3 });
  });

  it('is one at a time: what is announced meanwhile is looked for by one more', async () => {
    const { asked, answers, hear, quiet } = await startProcessor();
    let answer!: (claimed: ClaimedPrediction[]) => void;
    answers.claim = () => new Promise((resolve) => (answer = resolve));
    hear.work();
    await quiet();
    hear.work();
    hear.work();
    await quiet();
    expect(asked.claims).toBe(2);
    answers.claim = () => Promise.resolve([]);
    answer([]);
    await quiet();
    expect(asked.claims).toBe(3);
  });

  it('that fails is made again a quarter to half a second later', async () => {
    drawLot(0.5);
    const { asked, answers, hear, quiet, pass } = await startProcessor();
    answers.claim = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    hear.work();
    await quiet();
    await pass(365);
    expect(asked.claims).toBe(2);
    answers.claim = () => Promise.resolve([]);
    await pass(20);
    expect(asked.claims).toBe(3);
  });
});

describe('the next look at the line', () => {
  it('is when the next is due, by what there is room for', async () => {
    const { asked, sent, answers, hear, quiet, pass } = await startProcessor();
    answers.nextDueMs = () => Promise.resolve(300);
    hear.work();
    await quiet();
    expect(sent.due.at(-1)).toEqual(answers.room);
    const { claims } = asked;
    await pass(290);
    expect(asked.claims).toBe(claims);
    await pass(20);
    expect(asked.claims).toBe(claims + 1);
  });

  it('is when an engine whose budget was spent may be asked again, if that is sooner', async () => {
    const { asked, answers, hear, quiet, pass } = await startProcessor();
    answers.nextDueMs = () => Promise.resolve(300);
    answers.nextMs = 100;
    hear.work();
    await quiet();
    const { claims } = asked;
    await pass(90);
    expect(asked.claims).toBe(claims);
    await pass(20);
    expect(asked.claims).toBe(claims + 1);
  });

  it.each([0, -3_000])('leaves the database five milliseconds when the next is due in %p', async (due) => {
    const { asked, answers, hear, quiet, pass } = await startProcessor();
    answers.nextDueMs = () => ((answers.nextDueMs = () => Promise.resolve(null)), Promise.resolve(due));
    hear.work();
    await quiet();
    const { claims } = asked;
    await pass(4);
    expect(asked.claims).toBe(claims);
    await pass(1);
    expect(asked.claims).toBe(claims + 1);
  });

  it.each([
    [0, 750],
    [0.5, 1_000],
    [0.999, 1_249],
  ])('is about a second away when nothing is due: with the lot %p after %p ms', async (lot, after) => {
    drawLot(lot);
    const { asked, pass } = await startProcessor();
    await pass(after - 2);
    expect(asked.claims).toBe(1);
    await pass(4);
    expect(asked.claims).toBe(2);
  });

  it('is one at a time: a hint puts off the one that was planned', async () => {
    const { asked, answers, hear, quiet, pass } = await startProcessor();
    answers.nextDueMs = () => Promise.resolve(600);
    hear.work();
    await quiet();
    await pass(400);
    hear.work();
    await quiet();
    const { claims } = asked;
    await pass(500);
    expect(asked.claims).toBe(claims);
  });
});

describe('what it advances', () => {
  it('is stopped at its deadline, and not after it has ended', async () => {
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

  it('is stopped when somebody else has settled it, and nothing else is', async () => {
    const { advanced, claimNext, hear } = await startProcessor();
    await claimNext(claimedAs('a'), claimedAs('b'));
    hear.settled('b');
    hear.settled('never heard of');
    expect(reasons(advanced)).toEqual([undefined, 'lost']);
  });

  it('gives its place back also when it fails', async () => {
    const { sent, claimNext } = await startProcessor({
      advance: () => Promise.reject(new Error('our fault')),
    });
    await claimNext(claimedAs('a'));
    expect(sent.finds.at(-1)).toEqual([[], { places: 4, polls: 200 }]);
  });
});

it('tells what failed: as a warning while the database is away, as an error otherwise', async () => {
  const told: string[] = [];
  for (const level of ['warn', 'error'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation(() => void told.push(level));
  const fault = () => Promise.reject(new Error('our fault'));
  const { answers, hear, quiet, claimNext, pass } = await startProcessor({ advance: fault });
  answers.claim = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
  hear.work();
  await quiet();
  expect(told).toEqual(['warn']);
  await claimNext(claimedAs('a'));
  expect(told).toEqual(['warn', 'error']);
  answers.overdue = fault;
  await pass(1_000);
  expect(told).toEqual(['warn', 'error', 'error']);
});
