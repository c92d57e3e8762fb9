/**
 * Runs tasks of the built-in engine in child processes, so that neither a long computation nor a crash in a native library
 * affects the event loop of the service.
 *
 * Guarantees: at most `size` children, including those that are ending. Children start on demand, run one task at a time
 * in order of arrival, are reused, and end when idle. A child that dies fails only its own task.
 */
import { fileURLToPath } from 'node:url';
import type { EngineFile, EngineTask } from '../engine.js';
import { EngineCrash } from './engine-errors.js';
import { type EngineHooks, EngineProcess, TaskNotStarted } from './engine-process.js';

export interface EnginePoolOptions {
  /** Children at once, about one per core. Each may use `memoryMegabytes`, and more in native code. */
  size: number;
  /** An idle child ends after this many seconds. Default 60. */
  idleSeconds?: number;
  /** JavaScript heap of one child, in megabytes; above it the child crashes. Default 512. */
  memoryMegabytes?: number;
  /** Environment variables of a child in addition to the inherited ones. */
  environment?: Record<string, string>;
  /** Receives the standard error of the children, line by line. */
  log?: (line: string) => void;
  /** Path of the child's entry module, for tests. */
  entry?: string;
}

interface Waiting {
  task: EngineTask;
  hooks: EngineHooks;
  /** True after a child died before it read the task: a task is retried once. */
  isRetry: boolean;
  resolve(files: EngineFile[]): void;
  reject(error: unknown): void;
  /** Removes the task from the queue when it is aborted while waiting. */
  leave: () => void;
}

export class EnginePool {
  private readonly children = new Set<EngineProcess>();
  private readonly idleTimers = new Map<EngineProcess, NodeJS.Timeout>();
  private readonly queue: Waiting[] = [];
  private readonly entry: string;
  private stopped = false;

  constructor(private readonly options: EnginePoolOptions) {
    this.entry = options.entry ?? engineChildEntry();
  }

  /**
   * Runs a task. When the promise settles, no process uses the task's directory any more.
   * @throws EngineRefusal (invalid input), EngineCrash (transient), EngineFailure (the operation threw) or the signal's
   * reason.
   */
  run(task: EngineTask, hooks: EngineHooks): Promise<EngineFile[]> {
    return new Promise((resolve, reject) =>
      this.enqueue({ task, hooks, isRetry: false, resolve, reject, leave: () => {} }),
    );
  }

  /** Rejects waiting tasks, aborts running ones (kills them after a second), and resolves when no child is left. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const waiting of this.queue.splice(0)) {
      waiting.hooks.signal.removeEventListener('abort', waiting.leave);
      waiting.reject(new EngineCrash('the engine is shutting down'));
    }
    await Promise.all([...this.children].map((child) => child.end()));
  }

  private enqueue(waiting: Waiting): void {
    const { signal } = waiting.hooks;
    if (signal.aborted) return waiting.reject(signal.reason);
    if (this.stopped) return waiting.reject(new EngineCrash('the engine is shutting down'));
    waiting.leave = () => {
      const index = this.queue.indexOf(waiting);
      if (index < 0) return;
      this.queue.splice(index, 1);
      waiting.reject(signal.reason);
    };
    signal.addEventListener('abort', waiting.leave, { once: true });
    if (waiting.isRetry) this.queue.unshift(waiting);
    else this.queue.push(waiting);
    this.assign();
  }

  /** Assigns waiting tasks to idle children; starts children up to `size`. */
  private assign(): void {
    while (this.queue.length > 0) {
      const child = [...this.children].find(({ isIdle }) => isIdle) ?? this.startChild();
      if (!child) return;
      const waiting = this.queue.shift()!;
      waiting.hooks.signal.removeEventListener('abort', waiting.leave);
      void this.runOn(child, waiting);
    }
  }

  private async runOn(child: EngineProcess, waiting: Waiting): Promise<void> {
    clearTimeout(this.idleTimers.get(child));
    try {
      waiting.resolve(await child.run(waiting.task, waiting.hooks));
    } catch (error) {
      if (error instanceof TaskNotStarted && !waiting.isRetry) this.enqueue({ ...waiting, isRetry: true });
      else waiting.reject(error);
    }
    if (!child.isIdle) return;
    const seconds = this.options.idleSeconds ?? 60;
    this.idleTimers.set(child, setTimeout(() => void child.end(), seconds * 1000).unref());
    this.assign();
  }

  private startChild(): EngineProcess | undefined {
    if (this.stopped || this.children.size >= this.options.size) return undefined;
    const { memoryMegabytes = 512, environment, log = () => {} } = this.options;
    const child = new EngineProcess({ entry: this.entry, memoryMegabytes, environment, log });
    this.children.add(child);
    void child.gone.then(() => {
      this.children.delete(child);
      clearTimeout(this.idleTimers.get(child));
      this.idleTimers.delete(child);
      this.assign();
    });
    return child;
  }
}

/** Returns the child's entry as JavaScript: beside this file when compiled; from source (tests) the last build's. */
function engineChildEntry(): string {
  const fromSource = import.meta.url.endsWith('.ts');
  const entry = fromSource ? '../../dist/host/engine-child.js' : './engine-child.js';
  return fileURLToPath(new URL(entry, import.meta.url));
}
