/**
 * The moment at which something can be closed without cutting off what has just arrived. The system resets what nobody has
 * read when its socket is closed, or when its listener is: so a close has to follow at once upon a poll of the loop, before
 * anything more can arrive. Other work in the same turn (answers of the database) stretches that gap from microseconds to
 * milliseconds, and so does another process that gets the core in between: such a turn is let pass, and a process that has
 * rested before is the last to be interrupted.
 */

/** Longest gap between a poll and the close after it: a turn of an idle loop takes a tenth of it. */
const GAP_MS = 0.1;
const REST_MS = 2;
/** Of the share of the core that the system gives a process at a time, the part after which to rest again. */
const FRESH_MS = 0.5;
/** A loop so busy that none of its turns is that short closes nevertheless. */
const PATIENCE_MS = 1_000;

/**
 * Runs `act` right after a short poll of the loop.
 * @param nothingCame false when the caller has seen something arrive since it was asked before; the turn is then let pass
 */
export function inQuietTurn(act: () => void, nothingCame = () => true): Promise<void> {
  return new Promise((resolve) => {
    const until = performance.now() + PATIENCE_MS;
    const rest = () => {
      setTimeout(() => {
        const now = performance.now();
        setImmediate(look, now, now);
      }, REST_MS);
    };
    const look = (wokeAt: number, polledAt: number) => {
      const now = performance.now();
      const quiet = nothingCame() && now - polledAt < GAP_MS;
      if (quiet || now > until) {
        act();
        resolve();
      } else if (now - wokeAt < FRESH_MS) setImmediate(look, wokeAt, now);
      else rest();
    };
    rest();
  });
}
