/**
 * The lane of list reads: they may have to read much of an account, and without a bound one account's lists would take
 * every connection and the whole server from the short statements of all others.
 */
import { Lane, type LaneBounds } from './lane.js';

/** A wait of this length and a statement of its full time together still are a response within five seconds. */
const LIST_BOUNDS: LaneBounds = {
  atOnce: 4,
  atOncePerOwner: 2,
  waiting: 200,
  waitingPerOwner: 50,
  waitingMs: 2_000,
  order: 'oldest',
};

/** The lane had no room in time. Its caller gets a 503 with Retry-After, as while the database has no connection. */
export class LaneFull extends Error {
  override readonly name = 'LaneFull';
  /** too_many_connections */
  readonly code = '53300';
}

export function createReadLane(bounds: LaneBounds = LIST_BOUNDS): Lane {
  return new Lane(bounds, () => new LaneFull('Too many lists are being read.'));
}
