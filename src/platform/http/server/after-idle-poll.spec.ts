import { stat } from 'node:fs';
import { afterIdlePoll } from './after-idle-poll.js';

const LONG_MS = 3;
const LONG_ITERATIONS = 20;
/** Longer than twenty long callbacks take on a machine with other load. */
const LONG_WAIT_MS = 60_000;
const SHORT_WAIT_MS = 50;

it('acts only after an iteration without long callbacks', async () => {
  // Counts iterations of the loop. Queued first, so it runs before the check in each of them.
  let iteration = 0;
  let counting = true;
  const count = () => {
    iteration += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);

  // Simulates callbacks of a database in the poll phase, one after the other.
  let lastLongIteration = 0;
  const respond = (left: number, whenDone: () => void) =>
    stat('.', () => {
      lastLongIteration = iteration + 1;
      const until = performance.now() + LONG_MS;
      while (performance.now() < until);
      if (left > 1) respond(left - 1, whenDone);
      else whenDone();
    });
  const responded = new Promise<void>((resolve) => respond(LONG_ITERATIONS, resolve));

  let iterationOfAct = -1;
  let lastLongBeforeAct = -1;
  await afterIdlePoll(
    () => {
      iterationOfAct = iteration;
      lastLongBeforeAct = lastLongIteration;
    },
    () => true,
    LONG_WAIT_MS,
  );
  counting = false;
  // None is left for the next file, which may set the clock.
  await responded;
  expect(iterationOfAct).toBeGreaterThan(lastLongBeforeAct);
});

it('skips iterations in which isIdle returns false', async () => {
  let calls = 0;
  let callsAtAct = 0;
  await afterIdlePoll(
    () => (callsAtAct = calls),
    () => ++calls > 5,
    LONG_WAIT_MS,
  );
  expect(callsAtAct).toBeGreaterThan(5);
});

it('acts after the maximum wait when no iteration is idle', async () => {
  let acted = false;
  await afterIdlePoll(
    () => (acted = true),
    () => false,
    SHORT_WAIT_MS,
  );
  expect(acted).toBe(true);
});
