import { jest } from '@jest/globals';
import { validate, version } from 'uuid';
import { newId } from './new-id.js';

const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

afterEach(() => jest.useRealTimers());

describe('the ids of new rows', () => {
  it('are UUIDs of version 7 with the time of the clock, and increase', () => {
    const before = Date.now();
    const ids = Array.from({ length: 10_000 }, newId);
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(timeOf(ids[0]!)).toBeGreaterThanOrEqual(before);
    expect(timeOf(ids.at(-1)!)).toBeLessThanOrEqual(Date.now());
  });

  it.each([1, 999, 1_000])('still increase after a correction of the clock by %i ms', (milliseconds) => {
    jest.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    newId();
    jest.setSystemTime(Date.UTC(2026, 0, 2));
    const ids = [newId(), newId()];
    jest.setSystemTime(Date.UTC(2026, 0, 2) - milliseconds);
    ids.push(newId(), newId());
    expect([...ids].sort()).toEqual(ids);
  });

  it.each([1_001, 86_400_000])('have the time of a clock that was set back by %i ms', (milliseconds) => {
    jest.useFakeTimers({ now: Date.UTC(2026, 0, 2) });
    newId();
    const now = Date.UTC(2026, 0, 2) - milliseconds;
    jest.setSystemTime(now);
    expect([timeOf(newId()), timeOf(newId())]).toEqual([now, now]);
  });
});
