import { jest } from '@jest/globals';
import { createOutage } from './outage';

const INTERVAL_MS = 3000;
let answers: boolean;
const probe = jest.fn(() => Promise.resolve(answers));

beforeEach(() => {
  jest.useFakeTimers();
  probe.mockClear();
});
afterEach(() => jest.useRealTimers());

describe('an outage of the service', () => {
  it('does not begin with a failed request while the service answers', async () => {
    answers = true;
    const outage = createOutage(probe, INTERVAL_MS);
    await expect(outage.report()).resolves.toBe(false);
    expect(outage.isDown()).toBe(false);
    await outage.end();
    await jest.advanceTimersByTimeAsync(10 * INTERVAL_MS);
    expect(probe).toHaveBeenCalledTimes(1);
  });

  it('lasts until a probe succeeds, and notifies of its begin and end', async () => {
    answers = false;
    const outage = createOutage(probe, INTERVAL_MS);
    const states: boolean[] = [];
    outage.onChange(() => states.push(outage.isDown()));
    // Several failed requests share a probe.
    await expect(Promise.all([outage.report(), outage.report()])).resolves.toEqual([true, true]);
    await outage.report();
    const ended = jest.fn();
    void outage.end().then(ended);
    await jest.advanceTimersByTimeAsync(4 * INTERVAL_MS);
    expect(probe).toHaveBeenCalledTimes(5);
    expect(ended).not.toHaveBeenCalled();
    answers = true;
    await jest.advanceTimersByTimeAsync(INTERVAL_MS);
    expect(ended).toHaveBeenCalled();
    expect(states).toEqual([true, false]);
    await jest.advanceTimersByTimeAsync(4 * INTERVAL_MS);
    expect(probe).toHaveBeenCalledTimes(6);
  });

  it('can begin again', async () => {
    answers = false;
    const outage = createOutage(probe, INTERVAL_MS);
    await outage.report();
    answers = true;
    await jest.advanceTimersByTimeAsync(INTERVAL_MS);
    answers = false;
    await expect(outage.report()).resolves.toBe(true);
  });
});
