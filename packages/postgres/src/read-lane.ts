/**
 * Without lanes, the lists of one account, which may read many rows, would use all connections and starve the short statements of others.
 */
import { Lane, type LaneBounds } from './lane.js';
import { isDatabaseUnavailable } from './unavailable.js';

/** The longest wait and the longest statement together are still a response within five seconds. */
const LIST_BOUNDS: LaneBounds = {
  atOnce: 4,
  atOncePerOwner: 2,
  waiting: 200,
  waitingPerOwner: 50,
  waitingMs: 2_000,
  order: 'oldest',
  // A connection busy with one account's long lists takes a core from the short statements. Lists of 12 ms and less are never bounded by
  // this; those of 100 ms and more get a quarter of one connection after the first four seconds. Lower bounds would slow down ordinary
  // paging on a busy machine, where a page of 10 ms takes 50.
  time: { share: 0.25, burstMs: 4_000, fullChargeMs: 100 },
};

/**
 * A report reads up to a million rows and takes a connection and a core for seconds. After 20 s of reports, an owner gets a quarter of one.
 */
const REPORT_BOUNDS: LaneBounds = {
  atOnce: 2,
  atOncePerOwner: 1,
  waiting: 50,
  waitingPerOwner: 10,
  waitingMs: 5_000,
  order: 'in turns',
  time: { share: 0.25, burstMs: 20_000, fullChargeMs: 100 },
};

/** Files sent at once: their batches share the lane of lists. A caller whose file waits gets a 503 before its first byte. */
const FILE_BOUNDS: LaneBounds = {
  atOnce: 4,
  atOncePerOwner: 1,
  waiting: 20,
  waitingPerOwner: 2,
  waitingMs: 5_000,
  order: 'in turns',
};

/**
 * Changes of one account lock the same row: they wait here, not on connections of the pool. Four at once leave connections for the rest.
 */
const CHANGE_BOUNDS: LaneBounds = {
  atOnce: 4,
  atOncePerOwner: 1,
  waiting: 1_000,
  waitingPerOwner: 200,
  waitingMs: 10_000,
  order: 'in turns',
};

/** query_canceled */
const STATEMENT_TIMEOUT = '57014';

/** A list that failed because the database was away took no time there. */
function isCharged(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === STATEMENT_TIMEOUT || !isDatabaseUnavailable(error);
}

/** The caller gets a 503 with Retry-After, as when the pool has no connection. */
export class LaneFull extends Error {
  override readonly name = 'LaneFull';
  /** too_many_connections */
  readonly code = '53300';
}

export function createReadLane(bounds: LaneBounds = LIST_BOUNDS): Lane {
  return new Lane(bounds, () => new LaneFull('Too many lists are being read.'), isCharged);
}

export function createFileLane(bounds: LaneBounds = FILE_BOUNDS): Lane {
  return new Lane(bounds, () => new LaneFull('Too many files are being sent.'));
}

export function createChangeLane(bounds: LaneBounds = CHANGE_BOUNDS): Lane {
  return new Lane(bounds, () => new LaneFull('Too many changes wait for each other.'));
}

/** Most connections of a small pool stay free for short statements. */
export function createReportLane(connections: number, bounds: LaneBounds = REPORT_BOUNDS): Lane {
  const atOnce = Math.max(1, Math.min(bounds.atOnce, Math.floor(connections / 4)));
  return new Lane({ ...bounds, atOnce }, () => new LaneFull('Too many reports are being read.'), isCharged);
}
