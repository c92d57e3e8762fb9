/**
 * How far the time in the id of a prediction, by the clock of a process, may be from `created_at`, by the clock of the database: 5 minutes,
 * and the 66 s to which the condition `MISDATED` rounds. Rows beyond it are in the index `predictions_misdated`.
 */
export const DRIFT_MS = 6 * 60_000 + 6_000;
