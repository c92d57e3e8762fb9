/** A process has one `Date`, so its services and their databases have one clock: a move of one moves all. */
import { withClient } from '../database/statements.js';
import { setDatabaseOffset } from './database-clock.js';
import { processTime, setProcessOffset } from './process-date.js';

/** A span of time, the sum of its parts. */
export interface TimeSpan {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
  milliseconds?: number;
}

/** Moves the time of the services of this process. */
export interface TestClock {
  /** Returns the time as the services read it. */
  now(): Date;
  /**
   * Moves the time forward, for `Date` in this process and for the databases of all of its services; the last `close` restores it. What is
   * due then happens within a second or two: wait for its effect. Timers, timeouts and `performance.now()` are not moved.
   * @throws {RangeError} for a negative span.
   */
  advance(span: TimeSpan): Promise<void>;
}

/** Counts open services by the URL of their database. */
const databases = new Map<string, number>();
let offsetMs = 0;
let moving: Promise<void> = Promise.resolve();

export const testClock: TestClock = {
  now: processTime,
  advance: (span) => {
    const milliseconds = millisecondsOf(span);
    if (!(milliseconds >= 0)) throw new RangeError('The clock of a test only moves forward.');
    return inOrder(async () => {
      const moved = offsetMs + milliseconds;
      await Promise.all([...databases.keys()].map((url) => moveDatabase(url, moved, milliseconds)));
      offsetMs = moved;
      setProcessOffset(moved);
    });
  },
};

export function joinClock(url: string): Promise<void> {
  return inOrder(async () => {
    if (offsetMs > 0 && !databases.has(url)) await moveDatabase(url, offsetMs, offsetMs);
    databases.set(url, (databases.get(url) ?? 0) + 1);
  });
}

/** The last closed service restores the time of the process. */
export function leaveClock(url: string): Promise<void> {
  return inOrder(async () => {
    const left = (databases.get(url) ?? 1) - 1;
    if (left > 0) databases.set(url, left);
    else databases.delete(url);
    if (databases.size > 0) return Promise.resolve();
    offsetMs = 0;
    setProcessOffset(0);
    return Promise.resolve();
  });
}

function moveDatabase(url: string, offset: number, movedBy: number): Promise<void> {
  return withClient(url, (client) => setDatabaseOffset(client, offset, movedBy));
}

/** Two moves at once would replace the functions at once, which PostgreSQL rejects. */
function inOrder(work: () => Promise<void>): Promise<void> {
  const done = moving.then(work);
  moving = done.catch(() => undefined);
  return done;
}

function millisecondsOf({
  days = 0,
  hours = 0,
  minutes = 0,
  seconds = 0,
  milliseconds = 0,
}: TimeSpan): number {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
}
