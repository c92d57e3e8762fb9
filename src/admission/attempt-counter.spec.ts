import { AttemptCounter } from './attempt-counter.js';

describe('AttemptCounter', () => {
  let now = 0;
  const counter = (limit: number) => new AttemptCounter(limit, 60_000, () => now);
  beforeEach(() => {
    now = 1_000_000;
  });

  it('counts up to its limit in any window and then returns the seconds to wait', () => {
    const attempts = counter(3);
    for (let i = 0; i < 3; i++, now += 10_000) expect(attempts.count('a')).toBe(0);
    expect(attempts.count('a')).toBe(30);
    expect(attempts.count('b')).toBe(0);
    now += 29_999;
    expect(attempts.count('a')).toBe(1);
    now += 1;
    expect(attempts.count('a')).toBe(0);
    expect(attempts.count('a')).toBe(10);
  });

  it('never counts more than its limit in any sliding window', () => {
    const attempts = counter(10);
    const counted: number[] = [];
    for (let i = 0; i < 5_000; i++, now += 137) if (attempts.count('a') === 0) counted.push(now);
    counted.forEach((at, i) => expect((counted[i + 10] ?? Infinity) - at).toBeGreaterThanOrEqual(60_000));
    expect(counted.length).toBeGreaterThan(100);
  });

  it('does not prolong a wait because of attempts made during it', () => {
    const attempts = counter(1);
    attempts.count('a');
    for (let i = 0; i < 59; i++, now += 1_000) attempts.count('a');
    now += 1_000;
    expect(attempts.count('a')).toBe(0);
  });

  it('returns the seconds to wait without counting', () => {
    const attempts = counter(1);
    for (let i = 0; i < 5; i++) expect(attempts.retryAfterSeconds('a')).toBe(0);
    attempts.count('a');
    expect(attempts.retryAfterSeconds('a')).toBe(60);
  });

  it('removes the oldest subjects beyond 50,000', () => {
    const attempts = counter(1);
    for (let i = 0; i < 50_001; i++) attempts.count(`subject ${i}`);
    expect(attempts.retryAfterSeconds('subject 50000')).toBe(60);
    expect(attempts.retryAfterSeconds('subject 0')).toBe(0);
  });

  it('removes no more subjects than necessary', () => {
    const attempts = counter(1);
    for (let i = 0; i < 50_001; i++) attempts.count(`subject ${i}`);
    expect(attempts.retryAfterSeconds('subject 1')).toBe(60);
    expect(attempts.retryAfterSeconds('subject 2')).toBe(60);
  });

  it('removes idle subjects once per window before blocked ones', () => {
    const attempts = counter(2);
    attempts.count('blocked');
    for (let i = 0; i < 25_000; i++) attempts.count(`idle ${i}`);
    now += 30_000;
    attempts.count('blocked');
    now += 30_000;
    attempts.count('blocked');
    for (let i = 0; i < 49_999; i++) attempts.count(`busy ${i}`);
    expect(attempts.retryAfterSeconds('blocked')).toBe(30);
  });

  it('counts over a minute by the monotonic clock by default', () => {
    const attempts = new AttemptCounter(1);
    expect(attempts.count('a')).toBe(0);
    expect(attempts.count('a')).toBe(60);
  });

  it('returns at least one second for a rejected subject', () => {
    const attempts = new AttemptCounter(1, 60_000, () => now);
    attempts.count('a');
    now += 59_999.5;
    expect(attempts.retryAfterSeconds('a')).toBe(1);
  });
});
