import { jest } from '@jest/globals';
import { EnginePlaces } from './engine-places.js';

let places: EnginePlaces;
let due: number[];
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  due = [];
  places = new EnginePlaces();
  places.onDue(() => due.push(performance.now()));
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const full = (...engines: string[]) => ({ full: engines, busy: [] });

it('a full engine is claimed again after a second, and others at once', () => {
  places.record(full('a'), performance.now());
  expect(places.areTaken('a')).toBe(true);
  expect(places.areTaken('b')).toBe(false);
  jest.advanceTimersByTime(999);
  expect(places.areTaken('a')).toBe(true);
  jest.advanceTimersByTime(1);
  expect(places.areTaken('a')).toBe(false);
  expect(due).toHaveLength(1);
});

it('after a hint it is claimed after a random time, which further hints do not change', () => {
  places.record(full('a'), performance.now());
  jest.advanceTimersByTime(300);
  places.expect();
  jest.advanceTimersByTime(9);
  places.expect();
  expect(due).toHaveLength(0);
  jest.advanceTimersByTime(1);
  expect(places.areTaken('a')).toBe(false);
  expect(due).toHaveLength(1);
});

it('a hint during the claim counts: the claim may have counted the place that became free', () => {
  const startedAtMs = performance.now();
  jest.advanceTimersByTime(2);
  places.expect();
  places.record(full('a'), startedAtMs);
  jest.advanceTimersByTime(10);
  expect(due).toHaveLength(1);
});

it('an engine whose places another process was claiming is claimed again after a random time', () => {
  places.record({ full: [], busy: ['a'] }, performance.now());
  expect(places.areTaken('a')).toBe(true);
  jest.advanceTimersByTime(10);
  expect(places.areTaken('a')).toBe(false);
});

it('the random time grows with the duration of the claim', () => {
  const startedAtMs = performance.now();
  jest.advanceTimersByTime(100);
  places.record({ full: [], busy: ['a'] }, startedAtMs);
  jest.advanceTimersByTime(199);
  expect(places.areTaken('a')).toBe(true);
  jest.advanceTimersByTime(1);
  expect(places.areTaken('a')).toBe(false);
});
