/**
 * Divides a long calculation into segments: after each it yields to the event loop (which receives messages from the
 * service, such as an abort), throws when aborted, and reports progress.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EngineContext } from '../engine.js';

/** Called after each segment with the completed share, 0–1. */
export type Pace = (done: number) => Promise<void>;

/** @param from @param to the percentages of the operation that this calculation covers. */
export function paceOf(context: Partial<EngineContext>, from = 0, to = 100): Pace {
  return async (done) => {
    await nextTurn();
    context.signal?.throwIfAborted();
    context.progress?.(from + (to - from) * Math.min(1, done));
  };
}
