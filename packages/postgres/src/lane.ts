/**
 * Bounds concurrent work, so that one kind or one owner does not use up a shared resource: a number of runs at once, fewer
 * per owner, and a share of time per owner. Waiting runs are bounded by weight and time; only a run that exceeds a bound is
 * rejected. Pure but for time.
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
   * run of the owner whose last run ended longest ago.
   */
  order: 'oldest' | 'in turns';
  /** The time that the runs of one owner may take. Without it: any. */
  time?: TimeShareBounds;
}

interface Owner {
  name: string;
  running: number;
  entries: number;
  waiting: number;
  /** Orders owners by the end of their last run, or by their arrival. */
  turn: number;
  /** Until its runs may use time again. */
  timer?: NodeJS.Timeout;
}

interface Entry {
  owner: Owner;
  weight: number;
  begin(): void;
}

export class Lane {
  private readonly owners = new Map<string, Owner>();
  private readonly entries: Entry[] = [];
  private running = 0;
  private waiting = 0;
  private turns = 0;
  private readonly times?: TimeShares;

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
  }

  /** Runs `work` once a slot is free. @throws the rejection when no slot was free in time; `work` was not begun then. */
  async run<T>(name: string, weight: number, work: () => Promise<T>): Promise<T> {
    const owner = this.owners.get(name) ?? { name, running: 0, entries: 0, waiting: 0, turn: this.turns++ };
    this.owners.set(name, owner);
    try {
      if (owner.entries === 0 && this.hasRoom(owner)) this.enter(owner);
      else await this.wait(owner, weight);
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
      if (owner.running === 0 && owner.entries === 0) this.owners.delete(name);
    }
  }

  private hasRoom(owner: Owner): boolean {
    const hasSlot = this.running < this.bounds.atOnce && owner.running < this.bounds.atOncePerOwner;
    return hasSlot && (this.times?.hasTime(owner.name, owner.running) ?? true);
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
    this.wakeLater(owner);
  }

  private advance(): void {
    for (let next = this.next(); next; next = this.next()) {
      this.remove(next);
      this.enter(next.owner);
      next.begin();
    }
  }

  /** Advances once the owner has time again, if it waits for that alone: otherwise the end of a run advances. */
  private wakeLater(owner: Owner): void {
    if (!this.times || owner.timer || owner.entries === 0 || owner.running > 0) return;
    if (this.times.hasTime(owner.name, 0)) return;
    owner.timer = setTimeout(() => {
      owner.timer = undefined;
      this.advance();
      this.wakeLater(owner);
    }, this.times.waitMs(owner.name)).unref();
  }

  private next(): Entry | undefined {
    const possible = this.entries.filter(({ owner }) => this.hasRoom(owner));
    if (this.bounds.order === 'oldest') return possible[0];
    return possible.reduce<Entry | undefined>(
      (first, entry) => (first && first.owner.turn <= entry.owner.turn ? first : entry),
      undefined,
    );
  }

  private wait(owner: Owner, weight: number): Promise<void> {
    const { waiting, waitingPerOwner, waitingMs } = this.bounds;
    if (this.waiting + weight > waiting || owner.waiting + weight > waitingPerOwner)
      return Promise.reject(this.rejection());
    return new Promise((resolve, reject) => {
      const timer =
        waitingMs === Infinity
          ? undefined
          : setTimeout(() => {
              this.remove(entry);
              reject(this.rejection());
            }, waitingMs);
      const entry: Entry = {
        owner,
        weight,
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.entries.push(entry);
      owner.entries += 1;
      this.count(owner, weight);
      this.wakeLater(owner);
    });
  }

  private remove(entry: Entry): void {
    this.entries.splice(this.entries.indexOf(entry), 1);
    entry.owner.entries -= 1;
    this.count(entry.owner, -entry.weight);
  }

  private count(owner: Owner, weight: number): void {
    this.waiting += weight;
    owner.waiting += weight;
  }
}

/** Creates a lane with `atOnce` runs at once; the others wait in order, without a bound. */
export function createSlots(atOnce: number, order: LaneBounds['order'] = 'oldest'): Lane {
  const unbounded = { waiting: Infinity, waitingPerOwner: Infinity, waitingMs: Infinity };
  const bounds: LaneBounds = { atOnce, atOncePerOwner: atOnce, ...unbounded, order };
  return new Lane(bounds, () => new Error('A lane without bounds was full.'));
}
