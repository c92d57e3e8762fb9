import { LargeBodyQueue } from './large-body-queue.js';

/** Only tasks and pauses move the clock. */
function queueOf(ms: number) {
  const seen: string[] = [];
  let now = 0;
  const pauses: number[] = [];
  const queue = new LargeBodyQueue(
    (pause) => {
      pauses.push(pause);
      now += pause;
      return Promise.resolve();
    },
    () => now,
  );
  const run = async (sender: string) => {
    await queue.reserve(sender);
    seen.push(sender);
    now += ms;
  };
  return { run, seen, pauses, time: () => now };
}

it('takes a third of the loop at most, however many wait', async () => {
  const { run, pauses, time } = queueOf(8);
  await Promise.all(Array.from({ length: 50 }, () => run('a')));
  expect(pauses).toEqual(Array.from({ length: 49 }, () => 16));
  expect((50 * 8) / time()).toBeLessThan(0.35);
});

it('takes senders in turns, each in order', async () => {
  const { run, seen } = queueOf(1);
  await Promise.all(['a', 'a', 'a', 'b', 'c', 'b'].map(run));
  expect(seen).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

it('handles what is ready between two tasks', async () => {
  const { run, seen } = queueOf(1);
  const other = async () => {
    await new Promise(setImmediate);
    seen.push('other');
  };
  await Promise.all([run('a'), run('a'), other()]);
  expect(seen).toEqual(['other', 'a', 'a']);
});

it('pauses for a tenth of a second at most', async () => {
  const { run, pauses } = queueOf(60_000);
  await Promise.all([run('a'), run('a')]);
  expect(pauses).toEqual([100]);
});

it('goes on after it was idle', async () => {
  const { run, seen } = queueOf(1);
  await run('a');
  await new Promise(setImmediate);
  await run('b');
  expect(seen).toEqual(['a', 'b']);
});
