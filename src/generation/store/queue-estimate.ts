/**
 * Estimates when waiting predictions end: assigns each, in fair order, to the place that becomes free first. A place is one
 * of a worker's own, and one of the engine's at that worker. Pure.
 */
import type { RunTime } from './run-times.js';

export interface WaitingRun extends RunTime {
  provider: string;
}

export interface RunningRun extends RunTime {
  provider: string;
  elapsedSeconds: number;
}

/** Places for predictions, over all workers. */
export interface PlaceCounts {
  all: number;
  of: (provider: string) => number;
}

/** A run that takes longer than expected is expected to take this share longer. */
const OVERDUE_SHARE = 0.1;

/** @returns the seconds until the end of each waiting run, from now. */
export function secondsUntilEnds(
  waiting: readonly WaitingRun[],
  running: readonly RunningRun[],
  places: PlaceCounts,
): number[] {
  const all = new FreeTimes(places.all, running);
  const perProvider = new Map<string, FreeTimes>();
  return waiting.map(({ provider, seconds, heldSeconds }) => {
    let own = perProvider.get(provider);
    if (!own) {
      const ofProvider = running.filter((run) => run.provider === provider);
      own = new FreeTimes(Math.min(places.of(provider), places.all), ofProvider);
      perProvider.set(provider, own);
    }
    const start = Math.max(all.next, own.next);
    all.take(start + heldSeconds);
    own.take(start + heldSeconds);
    return start + seconds;
  });
}

function remainingOf({ heldSeconds, elapsedSeconds }: RunningRun): number {
  return Math.max(heldSeconds - elapsedSeconds, OVERDUE_SHARE * Math.max(heldSeconds, elapsedSeconds));
}

/** The seconds from now at which places become free, ascending. */
class FreeTimes {
  private readonly times: number[];

  /** More running runs than places: there are as many places as runs. */
  constructor(count: number, running: readonly RunningRun[]) {
    const free = Math.max(0, Math.max(1, count) - running.length);
    this.times = [
      ...Array.from({ length: free }, () => 0),
      ...running.map(remainingOf).sort((a, b) => a - b),
    ];
  }

  get next(): number {
    return this.times[0]!;
  }

  /** Takes the place that becomes free first, until `end`. */
  take(end: number): void {
    this.times.shift();
    let low = 0;
    for (let high = this.times.length; low < high;) {
      const middle = (low + high) >> 1;
      if (this.times[middle]! <= end) low = middle + 1;
      else high = middle;
    }
    this.times.splice(low, 0, end);
  }
}
