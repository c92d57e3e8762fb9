/**
 * Writes down that an engine is about to be called, before it is: whoever takes the prediction over then knows that the
 * engine may have it. What several steps are about to do is written with one statement, which is committed before any
 * of them goes on.
 *
 * What it guarantees: an intent is written only while the worker holds the lease with its fence, each row by itself, so
 * a neighbour that was taken over meanwhile just gets null and the others their attempt. A row that the database refuses
 * fails alone (see `Coalescer`). When the database goes away during the statement, every step of the batch gets that
 * error and calls no engine; those whose intent was committed all the same are treated as any takeover is.
 */
import { Coalescer, type Database } from '../../database/index.js';
import type { ClaimedPrediction } from './prediction.js';
import { BEGIN } from './prediction.queue.sql.js';

type Lease = Pick<ClaimedPrediction, 'id' | 'fence'>;

/** Gives the number of the attempt, or null when the prediction is not the worker's any more. */
export function coalesceIntents(database: Database): Coalescer<Lease, number | null> {
  return new Coalescer((leases) => begin(database, leases), { maxBatch: 400 });
}

async function begin(database: Database, leases: Lease[]): Promise<(number | null)[]> {
  // Rows in one order, as everywhere where several are taken: two statements never wait for each other in a circle.
  const ordered = leases.map(({ id, fence }) => ({ id, fence })).sort((a, b) => (a.id < b.id ? -1 : 1));
  const rows = await database.prepared<{ id: string; attempts: number }>('begin', BEGIN, [
    JSON.stringify(ordered),
  ]);
  const attempts = new Map(rows.map((row) => [row.id, row.attempts]));
  return leases.map(({ id }) => attempts.get(id) ?? null);
}
