/**
 * Bounds concurrent work, so that one kind or one owner does not use up a shared resource: by runs at once, in all and per owner, and by a
 * share of time or pauses per owner. Waiting runs are bounded by weight and time. Beyond a bound, the last run of the same owner is
 * rejected, in the order in which they would begin; without ranks, the latest. Pure but for time.
 */
import { type TimeShareBounds, TimeShares } from './time-shares.js';

export interface LaneBounds {
  /** Runs at once: of all owners, and of one. */
  atOnce: number;
  atOncePerOwner: number;
  /** Weight that may wait: of all owners, and of one. */
  waiting: number;
  waitingPerOwner: number;
  waitingMs: number;
  /**
   * Selects the next run among owners below their bound. `oldest`: the run that has waited longest. `in turns`: the oldest
   * run of the owner whose last run ended longest ago. `by rank`: the oldest run of the lowest rank.
   */
  order: 'oldest' | 'in turns' | 'by rank';
  /** With pauses, an owner has at most as many waiting as would begin within this time. */
  pausedMs?: number;
  time?: TimeShareBounds;
}

export interface RunOptions {
  /** With the order `by rank`, lower ranks begin first. */
  rank?: number;
  /** Those that `demote` moves back together. */
  group?: string;
  signal?: AbortSignal;
}

interface Owner {
  name: string;
  running: number;
  entries: number;
  waiting: number;
  turn: number;
  pauseMs: number;
  resumesAt: number;
  /** Until its runs may use time again, or its pause ends. */
  timer?: NodeJS.Timeout;
}

interface Entry {
  owner: Owner;
  rank: number;
  group?: string;
  begin: () => void;
  reject: () => void;
}

/** Negative when `a` begins before `b`; for 0, the older one does. */
const ORDERS: Record<LaneBounds['order'], (a: Entry, b: Entry) => number> = {
  oldest: () => 0,
  'in turns': (a, b) => a.owner.turn - b.owner.turn,
  'by rank': (a, b) => a.rank - b.rank,
};

export class Lane {
  private readonly owners = new Map<string, Owner>();
  private readonly entries: Entry[] = [];
  private running = 0;
  private waiting = 0;
  private turns = 0;
  private readonly times?: TimeShares;
  private readonly compare: (a: Entry, b: Entry) => number;

  /**
   * @param rejection the error of a run that exceeds a bound.
   * @param isCharged whether a run that failed with this error used its time.
   */
  constructor(
    private readonly bounds: LaneBounds,
    private readonly rejection: () => Error,
    private readonly isCharged: (error: unknown) => boolean = () => true,
  ) {
    this.times = bounds.time && new TimeShares(bounds.time);
    this.compare = ORDERS[bounds.order];
  }

  /** Runs `work` once a slot is free. @throws the rejection when no slot was free in time; `work` was not begun then. */
  async run<T>(name: string, weight: number, work: () => Promise<T>, options: RunOptions = {}): Promise<T> {
    if (options.signal?.aborted) throw this.rejection();
    const owner = this.ownerOf(name);
    try {
      if (owner.entries === 0 && this.hasRoom(owner)) this.enter(owner);
      else await this.wait(owner, weight, options);
      const begunAt = performance.now();
      let isCharged = true;
      try {
        return await work();
      } catch (error) {
        isCharged = this.isCharged(error);
        throw error;
      } finally {
        if (isCharged) this.times?.charge(name, performance.now() - begunAt);
        this.leave(owner);
      }
    } finally {
      this.forgetIdle(owner);
    }
  }

  /** Begins no run of the owner for a time. Called by its running work. @param milliseconds 0: at once. */
  pause(name: string, milliseconds: number): void {
    const owner = this.ownerOf(name);
    owner.pauseMs = milliseconds;
    owner.resumesAt = performance.now() + milliseconds;
  }

  demote(name: string, group: string): void {
    for (const entry of this.entries) if (entry.owner.name === name && entry.group === group) entry.rank += 1;
  }

  private ownerOf(name: string): Owner {
    const known = this.owners.get(name);
    if (known) return known;
    const counts = { running: 0, entries: 0, waiting: 0, pauseMs: 0, resumesAt: 0 };
    const owner: Owner = { name, ...counts, turn: this.turns++ };
    this.owners.set(name, owner);
    return owner;
  }

  /** An owner in a pause is kept: the pause holds for its next run too. */
  private forgetIdle(owner: Owner): void {
    const isIdle = owner.running === 0 && owner.entries === 0 && !isPaused(owner);
    if (isIdle && this.owners.get(owner.name) === owner) this.owners.delete(owner.name);
  }

  private hasRoom(owner: Owner): boolean {
    const hasSlot = this.running < this.bounds.atOnce && owner.running < this.bounds.atOncePerOwner;
    return hasSlot && !isPaused(owner) && (this.times?.hasTime(owner.name, owner.running) ?? true);
  }

  private enter(owner: Owner): void {
    this.running += 1;
    owner.running += 1;
  }

  private leave(owner: Owner): void {
    this.running -= 1;
    owner.running -= 1;
    owner.turn = this.turns++;
    this.advance();
    this.rejectSurplus(owner);
    this.wakeLater(owner);
  }

  private advance(): void {
    for (let next = this.next(); next; next = this.next()) {
      this.enter(next.owner);
      next.begin();
    }
  }

  /** Advances once the owner has time again or its pause ends, if it waits for that alone; otherwise the end of a run advances. */
  private wakeLater(owner: Owner): void {
    if (owner.timer || owner.running > 0) return;
    const ms = isPaused(owner) ? Math.max(1, owner.resumesAt - performance.now()) : this.msUntilTime(owner);
    if (ms === 0) {
      // A pause can end after the last search for a next run; then no end of a run and no timer would search again.
      if (owner.entries > 0 && this.hasRoom(owner)) this.advance();
      return;
    }
    owner.timer = setTimeout(() => {
      owner.timer = undefined;
      this.advance();
      this.wakeLater(owner);
      this.forgetIdle(owner);
    }, ms).unref();
  }

  private msUntilTime({ name, entries }: Owner): number {
    if (!this.times || entries === 0 || this.times.hasTime(name, 0)) return 0;
    return this.times.waitMs(name);
  }

  private next(): Entry | undefined {
    const possible = this.entries.filter(({ owner }) => this.hasRoom(owner));
    return possible.length === 0 ? undefined : possible.reduce((a, b) => (this.compare(b, a) < 0 ? b : a));
  }

  private rejectSurplus(owner: Owner): void {
    while (owner.entries > 0 && this.isFull(owner)) {
      const own = this.entries.filter((entry) => entry.owner === owner);
      own.reduce((a, b) => (this.compare(b, a) >= 0 ? b : a)).reject();
    }
  }

  private isFull(owner: Owner): boolean {
    const { waiting, waitingPerOwner, pausedMs = Infinity } = this.bounds;
    const own = owner.pauseMs === 0 ? Infinity : Math.floor(pausedMs / owner.pauseMs);
    return this.waiting > waiting || owner.waiting > Math.min(waitingPerOwner, own);
  }

  private wait(owner: Owner, weight: number, { rank = 0, group, signal }: RunOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (conclude: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', entry.reject);
        this.entries.splice(this.entries.indexOf(entry), 1);
        owner.entries -= 1;
        this.count(owner, -weight);
        conclude();
      };
      const entry: Entry = {
        owner,
        rank,
        group,
        begin: () => end(resolve),
        reject: () => end(() => reject(this.rejection())),
      };
      const { waitingMs } = this.bounds;
      const timer = waitingMs === Infinity ? undefined : setTimeout(entry.reject, waitingMs);
      signal?.addEventListener('abort', entry.reject);
      this.entries.push(entry);
      owner.entries += 1;
      this.count(owner, weight);
      this.rejectSurplus(owner);
      this.wakeLater(owner);
    });
  }

  private count(owner: Owner, weight: number): void {
    this.waiting += weight;
    owner.waiting += weight;
  }
}

/** Creates a lane whose runs wait without a bound. */
export function createSlots(atOnce: number, order: LaneBounds['order'] = 'oldest'): Lane {
  const unbounded = { waiting: Infinity, waitingPerOwner: Infinity, waitingMs: Infinity };
  const bounds: LaneBounds = { atOnce, atOncePerOwner: atOnce, ...unbounded, order };
  return new Lane(bounds, () => new Error('A lane without bounds was full.'));
}

const isPaused = ({ resumesAt }: Owner): boolean => resumesAt > 0 && resumesAt > performance.now();
