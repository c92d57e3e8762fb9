import { secondsUntilEnds } from './queue-estimate.js';

const run = (provider: string, seconds: number, heldSeconds = seconds) => ({
  provider,
  seconds,
  heldSeconds,
});
const places = (all: number, each = all) => ({ all, of: () => each });

it('one place: each waits for all before it', () => {
  const waiting = [run('a', 3), run('a', 10), run('a', 1)];
  expect(secondsUntilEnds(waiting, [], places(1))).toEqual([3, 13, 14]);
});

it('several places: each takes the one that becomes free first', () => {
  const waiting = [run('a', 10), run('a', 3), run('a', 1), run('a', 20)];
  expect(secondsUntilEnds(waiting, [], places(2))).toEqual([10, 3, 4, 24]);
});

it('a running one frees its place after the rest of its time', () => {
  const running = [{ ...run('a', 10), elapsedSeconds: 4 }];
  expect(secondsUntilEnds([run('a', 2)], running, places(1))).toEqual([8]);
});

it('a running one that is overdue is expected to take a tenth longer', () => {
  const running = [{ ...run('a', 10), elapsedSeconds: 40 }];
  expect(secondsUntilEnds([run('a', 2)], running, places(1))).toEqual([6]);
});

it('the places of one engine do not limit another', () => {
  const waiting = [run('a', 10), run('a', 10), run('b', 1)];
  expect(secondsUntilEnds(waiting, [], places(8, 1))).toEqual([10, 20, 1]);
});

it('all engines together have at most the places of the workers', () => {
  const waiting = [run('a', 10), run('b', 1)];
  expect(secondsUntilEnds(waiting, [], places(1))).toEqual([10, 11]);
});

it('a place is held until the engine has the job, not until its end', () => {
  const waiting = [run('a', 60, 1), run('a', 60, 1), run('a', 60, 1)];
  expect(secondsUntilEnds(waiting, [], places(1))).toEqual([60, 61, 62]);
});

it('regards more running ones than places', () => {
  const running = [2, 4, 6].map((seconds) => ({ ...run('a', seconds), elapsedSeconds: 0 }));
  expect(secondsUntilEnds([run('a', 1)], running, places(1))).toEqual([3]);
});

describe('at an engine with a limit', () => {
  const limited = { ...places(8, 2), areHeldToEnd: (provider: string) => provider === 'a' };

  it('a place is held to the end', () => {
    const waiting = [run('a', 60, 1), run('a', 60, 1), run('a', 60, 1)];
    expect(secondsUntilEnds(waiting, [], limited)).toEqual([60, 60, 120]);
  });

  it('predictions that wait at the engine hold its places, and none of a worker', () => {
    const awaited = { ...run('a', 60, 1), elapsedSeconds: 20, isAwaited: true };
    const waiting = [run('a', 10, 1), run('b', 5)];
    expect(secondsUntilEnds(waiting, [awaited, awaited], { ...limited, all: 1 })).toEqual([50, 46]);
  });

  it('it may have more predictions than the workers have places', () => {
    const waiting = [run('a', 60, 1), run('a', 60, 1), run('a', 60, 1)];
    expect(secondsUntilEnds(waiting, [], { ...limited, all: 1, of: () => 3 })).toEqual([60, 61, 62]);
  });
});
