/**
 * Spreads the work on large bodies over iterations of the event loop. Parsing, validating or decoding one blocks the
 * loop for milliseconds. Each such task runs in an iteration of its own, and the loop handles all other ready events
 * in between. So a hundred large bodies delay a small request by one task, not by all of them.
 */
let last: Promise<void> = Promise.resolve();

/** Waits in line and resolves at the start of an iteration reserved for the caller. */
export function reserveLoopIteration(): Promise<void> {
  last = last.then(fullIteration);
  return last;
}

/** Resolves after a full iteration: the second callback runs after all events that became ready meanwhile. */
const fullIteration = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
