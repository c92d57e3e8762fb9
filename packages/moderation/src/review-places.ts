/**
 * The places for reviews that run at once. An account has at most a quarter of them, and waiting accounts get free ones in turns,
 * so that the slow reviews of one account leave places for the others.
 */

/** Reviews that wait: in all, and of one account. */
const MOST_WAITING = 1_000;
const MOST_WAITING_PER_ACCOUNT = 100;

/** There was no place in time. */
export class NoPlace extends Error {}

export class ReviewPlaces {
  private readonly perAccount: number;
  private free: number;
  private waiting = 0;
  private readonly running = new Map<string, number>();
  /** By account, in the order of their turns. */
  private readonly queues = new Map<string, Set<() => void>>();

  constructor(places: number) {
    this.free = places;
    this.perAccount = Math.max(1, Math.floor(places / 4));
  }

  /** Runs a task in a place. @throws {NoPlace} when there is none before `signal` aborts, or when too many wait. */
  async run<T>(account: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    if (!this.take(account)) await this.wait(account, signal);
    try {
      return await task();
    } finally {
      this.release(account);
    }
  }

  private take(account: string): boolean {
    const running = this.running.get(account) ?? 0;
    if (this.free === 0 || running >= this.perAccount) return false;
    this.free -= 1;
    this.running.set(account, running + 1);
    return true;
  }

  private release(account: string): void {
    const running = this.running.get(account)! - 1;
    if (running === 0) this.running.delete(account);
    else this.running.set(account, running);
    this.free += 1;
    this.grantNext();
  }

  /** Grants a free place to the first account in turn that may have one. */
  private grantNext(): void {
    for (const [account, queue] of this.queues) {
      if (!this.take(account)) continue;
      const [grant] = queue;
      // Behind the other accounts.
      this.queues.delete(account);
      this.queues.set(account, queue);
      grant!();
      return;
    }
  }

  private wait(account: string, signal: AbortSignal): Promise<void> {
    const queue = this.queues.get(account) ?? new Set();
    if (signal.aborted || this.waiting >= MOST_WAITING || queue.size >= MOST_WAITING_PER_ACCOUNT)
      return Promise.reject(new NoPlace('too many reviews run'));
    this.queues.set(account, queue);
    this.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting -= 1;
        queue.delete(grant);
        if (queue.size === 0) this.queues.delete(account);
        signal.removeEventListener('abort', giveUp);
      };
      const grant = () => {
        leave();
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(new NoPlace('too many reviews run'));
      };
      queue.add(grant);
      signal.addEventListener('abort', giveUp);
    });
  }
}
