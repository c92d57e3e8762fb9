/**
 * The lane of list reads: they may have to read much of an account, and without a bound one account's lists would take
 * every connection and the whole server from the short statements of all others. Pure but for time.
 *
 * - At most `places` reads run at once, at most `share` of them of one owner.
 * - The others wait in order; a read is passed over only while its owner has its share.
 * - A read waits at most `waitMs`, and not at all behind `queue` others or behind `ownQueue` of its own owner.
 */
export interface LaneBounds {
  places: number;
  share: number;
  queue: number;
  ownQueue: number;
  waitMs: number;
}

/** A wait of this length and a statement of its full time together still are an answer within five seconds. */
const LIST_BOUNDS: LaneBounds = { places: 4, share: 2, queue: 200, ownQueue: 50, waitMs: 2_000 };

/** The lane had no place in time. Its caller gets a 503 with Retry-After, as while the database has no connection. */
export class LaneFull extends Error {
  override readonly name = 'LaneFull';
  /** too_many_connections */
  readonly code = '53300';
}

interface Waiting {
  owner: string;
  begin(): void;
}

export class ReadLane {
  private readonly waiting: Waiting[] = [];
  /** Reads under way, by owner. */
  private readonly running = new Map<string, number>();
  private places = 0;

  constructor(private readonly bounds: LaneBounds = LIST_BOUNDS) {}

  /** Runs `read` once there is a place. @throws {LaneFull} when there was none in time; `read` was not begun then. */
  async run<T>(owner: string, read: () => Promise<T>): Promise<T> {
    if (this.hasPlace(owner)) this.take(owner);
    else await this.wait(owner);
    try {
      return await read();
    } finally {
      this.release(owner);
    }
  }

  private wait(owner: string): Promise<void> {
    const own = this.waiting.filter((one) => one.owner === owner).length;
    if (this.waiting.length >= this.bounds.queue || own >= this.bounds.ownQueue)
      return Promise.reject(new LaneFull('Too many lists are being read.'));
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(new LaneFull('Too many lists are being read.'));
      }, this.bounds.waitMs);
      const entry: Waiting = {
        owner,
        begin: () => {
          clearTimeout(giveUp);
          resolve();
        },
      };
      this.waiting.push(entry);
    });
  }

  private hasPlace(owner: string): boolean {
    return this.places < this.bounds.places && (this.running.get(owner) ?? 0) < this.bounds.share;
  }

  private take(owner: string): void {
    this.places += 1;
    this.running.set(owner, (this.running.get(owner) ?? 0) + 1);
  }

  private release(owner: string): void {
    this.places -= 1;
    const left = this.running.get(owner)! - 1;
    if (left === 0) this.running.delete(owner);
    else this.running.set(owner, left);
    const next = this.waiting.findIndex((one) => this.hasPlace(one.owner));
    if (next === -1) return;
    const [entry] = this.waiting.splice(next, 1);
    this.take(entry!.owner);
    entry!.begin();
  }
}
