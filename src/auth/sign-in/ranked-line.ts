/**
 * Runs work one at a time per key (or `lanes` at a time), in order of rank: lower first, first come first served among
 * equals. Work may ask for a pause before the next of its key. Everything is bounded: who waits per key, who waits in
 * all, and how long. Beyond that the worst rank is refused, so that newcomers of good rank get in.
 */
export interface Place {
  /** Lower goes first. */
  rank: number;
  /** Those of a group that failed move behind everybody else of the same key; '' belongs to none. */
  group: string;
  /** Aborted when the caller hangs up: the place is given up. */
  gone: AbortSignal;
}

export interface Done<T> {
  result: T;
  /** Before the next one of the same key begins. */
  pauseMs: number;
  /** Moves those who wait with the same group back by one rank. */
  isFailure: boolean;
}

export interface RankedLineOptions {
  /** At once, per key. */
  lanes?: number;
  /** Waiting per key while there is no pause. */
  mostWaiting?: number;
  /** Over all keys. */
  mostWaitingInAll?: number;
  /** With a pause so many wait that the last one waits this long. */
  longestWaitMs?: number;
  /** Milliseconds that never run backwards. */
  clock?: () => number;
}

interface Waiting extends Place {
  since: number;
  begin(): void;
  refuse(): void;
}

interface Line {
  waiting: Waiting[];
  running: number;
  pauseMs: number;
  opensAt: number;
  timer?: NodeJS.Timeout;
}

/** The line is full, or the caller is gone. */
export class LineRefused extends Error {
  override readonly name = 'LineRefused';
}

export class RankedLine {
  private readonly lines = new Map<string, Line>();
  private waitingInAll = 0;
  private readonly options: Required<RankedLineOptions>;

  constructor(options: RankedLineOptions = {}) {
    this.options = {
      lanes: 1,
      mostWaiting: 100,
      mostWaitingInAll: 500,
      longestWaitMs: 24_000,
      clock: () => performance.now(),
      ...options,
    };
  }

  /** @throws {LineRefused} when there is no room for this rank. Errors of `work` are passed on; they ask for no pause. */
  async run<T>(key: string, place: Place, work: () => Promise<Done<T>>): Promise<T> {
    const line = this.lines.get(key) ?? { waiting: [], running: 0, pauseMs: 0, opensAt: 0 };
    this.lines.set(key, line);
    await this.turn(key, line, place);
    try {
      const { result, pauseMs, isFailure } = await work();
      line.pauseMs = pauseMs;
      line.opensAt = this.options.clock() + pauseMs;
      if (isFailure) demote(line, place.group);
      return result;
    } finally {
      line.running--;
      this.advance(key, line);
    }
  }

  private turn(key: string, line: Line, place: Place): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => waiting.refuse();
      const settle = (conclude: () => void) => {
        this.waitingInAll--;
        place.gone.removeEventListener('abort', leave);
        conclude();
      };
      const waiting: Waiting = {
        ...place,
        since: this.options.clock(),
        begin: () => settle(resolve),
        refuse: () => {
          const index = line.waiting.indexOf(waiting);
          if (index < 0) return;
          line.waiting.splice(index, 1);
          settle(() => reject(new LineRefused('no room in the line')));
        },
      };
      line.waiting.push(waiting);
      this.waitingInAll++;
      place.gone.addEventListener('abort', leave);
      if (place.gone.aborted) leave();
      this.advance(key, line);
    });
  }

  /** Begins who may begin, refuses who has no room, and forgets a line that nobody stands in. */
  private advance(key: string, line: Line): void {
    const now = this.options.clock();
    while (line.waiting.length > 0 && line.running < this.options.lanes && line.opensAt <= now) {
      const [first] = line.waiting.splice(line.waiting.indexOf(best(line.waiting)), 1);
      line.running++;
      first!.begin();
    }
    while (line.waiting.length > this.roomOf(line)) worst(line.waiting).refuse();
    clearTimeout(line.timer);
    if (line.opensAt > now) {
      line.timer = setTimeout(() => this.advance(key, line), line.opensAt - now);
      // The callers' own connections keep the process alive.
      line.timer.unref();
    } else if (line.waiting.length === 0 && line.running === 0) this.lines.delete(key);
  }

  private roomOf({ waiting, pauseMs }: Line): number {
    const { mostWaiting, mostWaitingInAll, longestWaitMs } = this.options;
    const own = pauseMs === 0 ? mostWaiting : Math.min(mostWaiting, Math.floor(longestWaitMs / pauseMs));
    return this.waitingInAll > mostWaitingInAll ? Math.min(own, waiting.length - 1) : own;
  }
}

function demote(line: Line, group: string): void {
  if (group === '') return;
  for (const waiting of line.waiting) if (waiting.group === group) waiting.rank++;
}

/** In order of arrival: the first of the lowest rank. */
const best = (waiting: Waiting[]): Waiting => waiting.reduce((a, b) => (b.rank < a.rank ? b : a));
/** The last of the highest rank. */
const worst = (waiting: Waiting[]): Waiting => waiting.reduce((a, b) => (b.rank >= a.rank ? b : a));
