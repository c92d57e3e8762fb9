import { jest } from '@jest/globals';
import { ClaimMarks } from './claim-marks.js';
import type { ClaimRow } from './prediction.queue.sql.js';

const COSTLY = 10_000;
const CHEAP = 10;
const BEGINNING = { submitsFromMs: null, pollsFromMs: null, waitingTag: null, waitingId: null };

let marks: ClaimMarks;
beforeEach(() => {
  jest.useFakeTimers();
  marks = new ClaimMarks();
});
afterEach(() => jest.useRealTimers());

type Found = Partial<ClaimRow> & { id: string | null };
const none: Found = { id: null };
const fresh = (id: string, fair_tag: number): Found => ({ id, fair_tag, fence: 1, run_at_ms: 0 });
const due = (id: string, run_at_ms: number): Found => ({ id, run_at_ms, fence: 2, fair_tag: 0 });
const poll = (id: string, run_at_ms: number): Found => ({ ...due(id, run_at_ms), provider_ref: {} });

interface Circumstances {
  pages?: number;
  takesMs?: number;
  maxSubmits?: number;
  free?: { provider: string; submits: number; polls: number }[];
  full?: string[];
  busy?: string[];
}
/** Claims at the clock 5,000. @returns where the claim started. */
function claim(found: Found[], circumstances: Circumstances = {}) {
  const { pages = COSTLY, takesMs = 40, maxSubmits = 10 } = circumstances;
  const { free = [{ provider: 'x', submits: 10, polls: 10 }] } = circumstances;
  const planned = marks.plan(free);
  jest.advanceTimersByTime(takesMs);
  const { full = [], busy = [] } = circumstances;
  const row = {
    provider: 'x',
    provider_ref: null,
    pages,
    now_ms: 5_000,
    full_engines: full,
    busy_engines: busy,
  };
  const rows = found.map((one) => ({ ...row, ...one }) as ClaimRow);
  expect(marks.record(planned, rows, maxSubmits)).toEqual(rows.filter(({ id }) => id !== null));
  return planned.starts[0];
}
const startOf = (provider = 'x') => marks.startOf(provider);

it('starts every claim at the beginning while that is cheap', () => {
  for (let n = 0; n < 5; n += 1) {
    expect(claim([fresh('a', n), poll('b', n)], { pages: CHEAP })).toEqual(BEGINNING);
    jest.advanceTimersByTime(5_000);
    expect(startOf()).toEqual(BEGINNING);
  }
});

it('starts each line a second before its first prediction, or before the last claim if there was none', () => {
  claim([poll('a', 4_000), poll('b', 3_500), fresh('c', 7)]);
  expect(startOf()).toMatchObject({ pollsFromMs: 2_500, submitsFromMs: 4_000 });
  claim([due('a', 4_800), due('b', 4_700)]);
  expect(startOf()).toMatchObject({ pollsFromMs: 4_000, submitsFromMs: 3_700 });
});

it('keeps the mark of a line that the claim did not read', () => {
  claim([poll('a', 3_000), due('b', 2_000)]);
  claim([due('a', 4_000)], { free: [{ provider: 'x', submits: 1, polls: 0 }] });
  claim([poll('a', 4_500)], { free: [{ provider: 'x', submits: 0, polls: 1 }] });
  expect(startOf()).toMatchObject({ pollsFromMs: 3_500, submitsFromMs: 3_000 });
});

it('keeps the mark of submits when other engines used all of them', () => {
  const free = ['x', 'y'].map((provider) => ({ provider, submits: 2, polls: 2 }));
  claim([due('a', 3_000)], { free });
  const others = [due('b', 1_000), due('c', 1_000)].map((one) => ({ ...one, provider: 'y' }));
  claim(others, { free, maxSubmits: 2 });
  expect(startOf()).toMatchObject({ submitsFromMs: 2_000, pollsFromMs: 4_000 });
  // A fresh one is claimed only after all begun ones.
  claim([others[0]!, { ...fresh('d', 1), provider: 'y' }], { free, maxSubmits: 2 });
  expect(startOf()).toMatchObject({ submitsFromMs: 4_000 });
});

it('keeps the mark of submits when the places of the engine are taken', () => {
  claim([due('a', 2_000)]);
  claim([none], { full: ['x'] });
  claim([fresh('b', 1)], { busy: ['x'] });
  expect(startOf()).toMatchObject({ submitsFromMs: 1_000 });
  claim([none], { full: ['y'] });
  expect(startOf()).toMatchObject({ submitsFromMs: 4_000 });
});

it('uses a mark of the fair queue after a second, and takes it back for an earlier prediction', () => {
  claim([fresh('b', 20), fresh('a', 20), fresh('c', 30)], { takesMs: 500 });
  expect(startOf()).toMatchObject({ waitingTag: null, waitingId: null });
  jest.advanceTimersByTime(999);
  expect(startOf()).toMatchObject({ waitingTag: null });
  claim([fresh('d', 40)], { takesMs: 1 });
  expect(startOf()).toMatchObject({ waitingTag: 20, waitingId: 'a' });
  claim([none], { takesMs: 1 });
  claim([fresh('e', 50)], { takesMs: 0 });
  jest.advanceTimersByTime(1_000);
  expect(startOf()).toMatchObject({ waitingTag: 50, waitingId: 'e' });
  claim([fresh('f', 10)], { takesMs: 0 });
  expect(startOf()).toMatchObject({ waitingTag: 10, waitingId: 'f' });
});

it('starts at the beginning after fifty times the duration of the last such claim', () => {
  claim([fresh('a', 1)], { takesMs: 40 });
  jest.advanceTimersByTime(1_960);
  expect(claim([none], { takesMs: 40 })).not.toEqual(BEGINNING);
  expect(claim([none], { takesMs: 300 })).toEqual(BEGINNING);
  jest.advanceTimersByTime(14_998);
  expect(claim([none], { takesMs: 2 })).not.toEqual(BEGINNING);
  expect(claim([none], { pages: CHEAP })).toEqual(BEGINNING);
  expect(claim([none])).toEqual(BEGINNING);
});

it('starts at the beginning after thirty seconds at the latest, also when such a claim failed', () => {
  claim([fresh('a', 1)], { takesMs: 2_000 });
  jest.advanceTimersByTime(30_000);
  const planned = marks.plan([{ provider: 'x', submits: 1, polls: 1 }]);
  expect(planned.isWhole).toBe(true);
  jest.advanceTimersByTime(2_500);
  marks.recordFailure(planned);
  expect(marks.plan([]).isWhole).toBe(false);
  jest.advanceTimersByTime(30_000);
  expect(marks.plan([]).isWhole).toBe(true);
});

it('repeats a claim from the beginning at once when it failed and was cheap before', () => {
  marks.recordFailure(marks.plan([{ provider: 'x', submits: 1, polls: 1 }]));
  expect(marks.plan([]).isWhole).toBe(true);
});

it('does not take the pages of the claimed predictions for old entries', () => {
  const many = Array.from({ length: 100 }, (_, n) => poll(`p${n}`, n));
  claim(many, { pages: 600 });
  expect(startOf()).toEqual(BEGINNING);
  claim(many.slice(0, 1), { pages: 600 });
  expect(startOf()).not.toEqual(BEGINNING);
});
