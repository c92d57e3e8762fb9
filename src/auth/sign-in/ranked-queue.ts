/**
 * Runs work with limited concurrency per key, in order of rank: lower ranks first, equal ranks in order of arrival.
 * Work can request a pause before the next work of its key. The number of waiting callers per key and in total and the
 * wait itself are bounded. Beyond a bound, the caller of the highest rank is rejected, so that better ranks can enter.
 */
export interface Ticket {
  /** Lower ranks run first. */
  rank: number;
  /** Waiting callers of a group whose work failed are demoted; '' is no group. */
  group: string;
  /** Aborted when the caller disconnects: it is removed from the queue. */
  signal: AbortSignal;
}

export interface WorkResult<T> {
  result: T;
  /** Pause before the next work of the same key. */
  pauseMs: number;
  /** Raises the rank of waiting callers of the same group by one. */
  isFailure: boolean;
}

export interface RankedQueueOptions {
  /** Running per key. */
  concurrency?: number;
  /** Waiting per key, without a pause. */
  maxWaiting?: number;
  /** Waiting over all keys. */
  maxWaitingTotal?: number;
  /** Longest wait; with a pause it bounds the number of waiting callers. */
  maxWaitMs?: number;
  /** Monotonic clock in milliseconds. */
  clock?: () => number;
}

interface Waiter extends Ticket {
  start(): void;
  reject(): void;
}

interface KeyQueue {
  waiters: Waiter[];
  running: number;
  pauseMs: number;
  resumesAt: number;
  timer?: NodeJS.Timeout;
}

/** The queue is full, or the caller disconnected. */
export class QueueRejected extends Error {
  override readonly name = 'QueueRejected';
}

export class RankedQueue {
  private readonly queues = new Map<string, KeyQueue>();
  private waitingTotal = 0;
  private readonly options: Required<RankedQueueOptions>;

  constructor(options: RankedQueueOptions = {}) {
    this.options = {
      concurrency: 1,
      maxWaiting: 100,
      maxWaitingTotal: 500,
      maxWaitMs: 24_000,
      clock: () => performance.now(),
      ...options,
    };
  }

  /**
   * Runs `work` when it is the caller's turn. Errors of `work` are passed on and request no pause.
   * @throws {QueueRejected} when the queue is full for this rank.
   */
  async run<T>(key: string, ticket: Ticket, work: () => Promise<WorkResult<T>>): Promise<T> {
    const queue = this.queues.get(key) ?? { waiters: [], running: 0, pauseMs: 0, resumesAt: 0 };
    this.queues.set(key, queue);
    await this.waitForTurn(key, queue, ticket);
    try {
      const { result, pauseMs, isFailure } = await work();
      queue.pauseMs = pauseMs;
      queue.resumesAt = this.options.clock() + pauseMs;
      if (isFailure) demote(queue, ticket.group);
      return result;
    } finally {
      queue.running--;
      this.advance(key, queue);
    }
  }

  private waitForTurn(key: string, queue: KeyQueue, ticket: Ticket): Promise<void> {
    return new Promise((resolve, reject) => {
      const onDisconnect = () => waiter.reject();
      const settle = (conclude: () => void) => {
        this.waitingTotal--;
        ticket.signal.removeEventListener('abort', onDisconnect);
        conclude();
      };
      const waiter: Waiter = {
        ...ticket,
        start: () => settle(resolve),
        reject: () => {
          const index = queue.waiters.indexOf(waiter);
          if (index < 0) return;
          queue.waiters.splice(index, 1);
          settle(() => reject(new QueueRejected('the queue is full or the caller disconnected')));
        },
      };
      queue.waiters.push(waiter);
      this.waitingTotal++;
      ticket.signal.addEventListener('abort', onDisconnect);
      if (ticket.signal.aborted) onDisconnect();
      this.advance(key, queue);
    });
  }

  /** Starts the waiters whose turn it is, rejects those beyond the capacity, and removes an empty queue. */
  private advance(key: string, queue: KeyQueue): void {
    const now = this.options.clock();
    while (queue.waiters.length > 0 && queue.running < this.options.concurrency && queue.resumesAt <= now) {
      const [next] = queue.waiters.splice(queue.waiters.indexOf(best(queue.waiters)), 1);
      queue.running++;
      next!.start();
    }
    while (queue.waiters.length > this.capacityOf(queue)) worst(queue.waiters).reject();
    clearTimeout(queue.timer);
    if (queue.resumesAt > now) {
      queue.timer = setTimeout(() => this.advance(key, queue), queue.resumesAt - now);
      // The callers' connections keep the process alive.
      queue.timer.unref();
    } else if (queue.waiters.length === 0 && queue.running === 0) this.queues.delete(key);
  }

  private capacityOf({ waiters, pauseMs }: KeyQueue): number {
    const { maxWaiting, maxWaitingTotal, maxWaitMs } = this.options;
    const own = pauseMs === 0 ? maxWaiting : Math.min(maxWaiting, Math.floor(maxWaitMs / pauseMs));
    return this.waitingTotal > maxWaitingTotal ? Math.min(own, waiters.length - 1) : own;
  }
}

function demote(queue: KeyQueue, group: string): void {
  if (group === '') return;
  for (const waiter of queue.waiters) if (waiter.group === group) waiter.rank++;
}

/** Returns the first arrival of the lowest rank. */
const best = (waiters: Waiter[]): Waiter => waiters.reduce((a, b) => (b.rank < a.rank ? b : a));
/** Returns the last arrival of the highest rank. */
const worst = (waiters: Waiter[]): Waiter => waiters.reduce((a, b) => (b.rank >= a.rank ? b : a));
