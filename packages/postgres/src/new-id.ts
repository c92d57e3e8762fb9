import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** A correction of the clock by less keeps the order of ids; after a larger step back their time is that of the clock. */
const CORRECTION_MS = 1_000;
const SEQUENCE_END = 2 ** 32;

let last = { msecs: 0, seq: 0 };

/**
 * Returns a UUID of version 7. Ids of one process increase by its clock: `uuid` alone would count on from a future time after the clock was
 * set back, and lists go by the time in the ids.
 */
export function newId(): string {
  const now = Date.now();
  const isBack = now < last.msecs - CORRECTION_MS;
  if (now > last.msecs || isBack) last = { msecs: now, seq: randomInt(SEQUENCE_END / 2) };
  else if (last.seq + 1 < SEQUENCE_END) last = { ...last, seq: last.seq + 1 };
  else last = { msecs: last.msecs + 1, seq: 0 };
  return v7(last);
}
