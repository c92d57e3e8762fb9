/**
 * What is done with a large body (parse it, validate it, decode a file in it) holds the event loop for milliseconds. Each
 * piece of that work gets a turn of the loop to itself, one after the other, so that between two of them everything else
 * that is ready is served: a hundred large bodies delay a small request by one of them, not by all.
 */
let last: Promise<void> = Promise.resolve();

/** Resolves at the beginning of the caller's own turn. */
export function largeBodyTurn(): Promise<void> {
  last = last.then(aWholeTurn);
  return last;
}

/** The second callback runs only after everything that was ready meanwhile has been handled. */
const aWholeTurn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
