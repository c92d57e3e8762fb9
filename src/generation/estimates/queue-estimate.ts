/** Gives each waiting prediction, in fair order, the places that become free first: a worker's, and the engine's. Pure. */
import type { RunTime } from './run-times.js';

export interface WaitingRun extends RunTime {
  provider: string;
}

export interface RunningRun extends RunTime {
  provider: string;
  elapsedSeconds: number;
  /** It waits at its engine and holds no place of a worker. */
  isAwaited?: boolean;
}

/** Over all workers. */
export interface PlaceCounts {
  all: number;
  of: (provider: string) => number;
  /** At an engine with a limit, a prediction holds the engine's place to its end; elsewhere until the engine has it. */
  areHeldToEnd?: (provider: string) => boolean;
}

/** A run that takes longer than expected is expected to take this share longer. */
const OVERDUE_SHARE = 0.1;

/** @returns the seconds from now until the end of each waiting run. */
export function secondsUntilEnds(
  waiting: readonly WaitingRun[],
  running: readonly RunningRun[],
  places: PlaceCounts,
): number[] {
  const leased = running.filter(({ isAwaited = false }) => !isAwaited);
  const all = new FreeTimes(places.all, leased.map(inHeldSeconds));
  const perProvider = new Map<string, FreeTimes>();
  return waiting.map(({ provider, seconds, heldSeconds }) => {
    const isHeldToEnd = places.areHeldToEnd?.(provider) ?? false;
    let own = perProvider.get(provider);
    if (!own) {
      const ofProvider = (isHeldToEnd ? running : leased).filter((run) => run.provider === provider);
      const count = isHeldToEnd ? places.of(provider) : Math.min(places.of(provider), places.all);
      own = new FreeTimes(count, ofProvider.map(isHeldToEnd ? inSeconds : inHeldSeconds));
      perProvider.set(provider, own);
    }
    const start = Math.max(all.next, own.next);
    all.take(start + heldSeconds);
    own.take(start + (isHeldToEnd ? seconds : heldSeconds));
    return start + seconds;
  });
}

function remaining(seconds: number, elapsedSeconds: number): number {
  return Math.max(seconds - elapsedSeconds, OVERDUE_SHARE * Math.max(seconds, elapsedSeconds));
}
const inSeconds = (run: RunningRun) => remaining(run.seconds, run.elapsedSeconds);
const inHeldSeconds = (run: RunningRun) => remaining(run.heldSeconds, run.elapsedSeconds);

/** In seconds from now, ascending. */
class FreeTimes {
  private readonly times: number[];

  /** @param running the seconds after which each running one frees its place. If more than places, there are as many places as runs. */
  constructor(count: number, running: readonly number[]) {
    const free = Math.max(0, Math.max(1, count) - running.length);
    this.times = [...Array.from({ length: free }, () => 0), ...[...running].sort((a, b) => a - b)];
  }

  get next(): number {
    return this.times[0]!;
  }

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
