/**
 * Translates times of creation into ranges of ids. The id of a prediction is a UUIDv7: its first 48 bits are the
 * milliseconds of its creation by the clock of a process, `created_at` is the time by the clock of the database. Pure.
 */

/**
 * How far the time in an id may be from `created_at`: 5 minutes, and the 66 s to which the condition `MISDATED` rounds.
 * Rows beyond it are in the index `predictions_misdated`.
 */
export const DRIFT_MS = 6 * 60_000 + 6_000;

const LATEST_MS = 2 ** 48 - 1;

/** Returns the lowest id of a millisecond. */
export function firstIdAt(milliseconds: number): string {
  const hex = Math.min(Math.max(milliseconds, 0), LATEST_MS).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Returns the millisecond in an id. */
export function timeOfId(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}
