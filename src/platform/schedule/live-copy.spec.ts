import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { LiveCopy } from './live-copy.js';

const MAX_AGE_MS = 1_000;

describe('LiveCopy', () => {
  let nowMs: number;
  let ends: ((error?: Error) => void)[];
  let copy: LiveCopy;
  beforeEach(() => {
    nowMs = 5_000;
    ends = [];
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const read = () =>
      new Promise<void>((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve()));
      });
    copy = new LiveCopy(read, MAX_AGE_MS);
  });
  afterEach(() => jest.restoreAllMocks());

  async function readTaking(ms: number): Promise<void> {
    const reading = copy.refresh();
    await turn();
    nowMs += ms;
    ends.at(-1)!();
    await reading;
  }

  it.each([
    { name: 'never read', tookMs: null, ageMs: 0, isAsked: true },
    { name: 'read now', tookMs: 0, ageMs: 0, isAsked: false },
    { name: 'as old as allowed', tookMs: 0, ageMs: 1_000, isAsked: false },
    { name: 'a millisecond older', tookMs: 0, ageMs: 1_001, isAsked: true },
    { name: 'older with the time of the read', tookMs: 400, ageMs: 601, isAsked: true },
    { name: 'frozen for 3 s', tookMs: 0, ageMs: 3_000, isAsked: true },
    { name: 'frozen for 3 s while the result was in the socket', tookMs: 3_000, ageMs: 0, isAsked: true },
  ])('$name: asks: $isAsked', async ({ tookMs, ageMs, isAsked }) => {
    if (tookMs !== null) await readTaking(tookMs);
    nowMs += ageMs;
    expect(copy.isCurrent).toBe(!isAsked);
    expect(copy.confirm() !== undefined).toBe(isAsked);
  });

  it('asks once for all that arrive together, and they wait for the result', async () => {
    const waiting = [copy.confirm()!, copy.confirm()!];
    await turn();
    waiting.push(copy.confirm()!);
    await turn();
    expect(ends).toHaveLength(1);
    ends[0]!();
    await Promise.all(waiting);
    expect(copy.confirm()).toBeUndefined();
  });

  it('asks again when the running read was asked before the process was frozen', async () => {
    const before = copy.refresh();
    await turn();
    nowMs += 3_000;
    const confirmed = copy.confirm();
    ends[0]!();
    await before;
    await turn();
    expect(copy.isCurrent).toBe(false);
    expect(ends).toHaveLength(2);
    ends[1]!();
    await confirmed;
    expect(copy.isCurrent).toBe(true);
  });

  it('rejects with the error of the read, and asks again', async () => {
    const confirmed = copy.confirm();
    await turn();
    ends[0]!(new Error('away'));
    await expect(confirmed).rejects.toThrow('away');
    expect(copy.confirm()).toBeDefined();
  });
});
