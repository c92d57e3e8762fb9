/**
 * Parsing, validating or decoding a large body blocks the event loop for milliseconds. Each such task runs in an iteration of its own; then
 * the loop is free for a multiple of the task's length. So large bodies take a third of the loop at most, however many connections send
 * them, and their senders take turns.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** In lengths of the task. */
const PAUSE_FACTOR = 2;
/** A process that was stopped meanwhile measures a task of minutes. */
const MAX_PAUSE_MS = 100;

/** Resolves after a full iteration: the second callback runs after all events that became ready meanwhile. */
const fullIteration = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

export class LargeBodyQueue {
  /** Senders in order of their next turn. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private isRunning = false;

  /** @param pause resolves after some milliseconds. @param clock monotonic, in milliseconds. */
  constructor(
    private readonly pause: (ms: number) => Promise<unknown> = sleep,
    private readonly clock = () => performance.now(),
  ) {}

  /** Resolves at the start of an iteration reserved for the caller. */
  reserve(sender: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.waiting.get(sender);
      if (own) own.push(resolve);
      else this.waiting.set(sender, [resolve]);
      if (!this.isRunning) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.size > 0) {
      await fullIteration();
      const begunAt = this.clock();
      this.begin();
      // Runs after all microtasks, and so after the task, which is synchronous.
      await new Promise((resolve) => process.nextTick(resolve));
      const ms = this.clock() - begunAt;
      await this.pause(Math.min(ms * PAUSE_FACTOR, MAX_PAUSE_MS));
    }
    this.isRunning = false;
  }

  /** The sender then comes last. */
  private begin(): void {
    const [sender, [task, ...later]] = this.waiting.entries().next().value!;
    this.waiting.delete(sender);
    if (later.length > 0) this.waiting.set(sender, later);
    task!();
  }
}

const queue = new LargeBodyQueue();

/** @param sender the account, or the credential, that sent the large body. */
export const reserveLoopIteration = (sender: string): Promise<void> => queue.reserve(sender);
