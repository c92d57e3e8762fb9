/**
 * Keeps a long calculation polite: between two segments it gives the event loop a turn (so that messages from the
 * service, such as a cancellation, are read), stops if it was cancelled, and reports how far it is.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EngineContext } from '../engine.js';

/** Call it after each segment with the part done, 0–1. */
export type Pace = (done: number) => Promise<void>;

/** @param from @param to the percent of the whole operation that this calculation covers. */
export function paceOf(context: Partial<EngineContext>, from = 0, to = 100): Pace {
  return async (done) => {
    await nextTurn();
    context.signal?.throwIfAborted();
    context.progress?.(from + (to - from) * Math.min(1, done));
  };
}
