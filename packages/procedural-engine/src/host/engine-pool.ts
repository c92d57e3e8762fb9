/**
 * The built-in engine's process host: runs tasks in child processes, so that neither a long computation nor a crash
 * in a native library ever reaches the service's event loop.
 *
 * Guarantees: never more than `size` children, dying ones included; children start on demand, serve one task at a
 * time, first come first served, are reused, and end when idle; a child that dies fails its own task only.
 */
import { fileURLToPath } from 'node:url';
import type { EngineFile, EngineTask } from '../engine.js';
import { EngineCrash } from './engine-errors.js';
import { type EngineHooks, EngineProcess, TaskNotStarted } from './engine-process.js';

export interface EnginePoolOptions {
  /** Most children at a time: about one per core, each may take `memoryMegabytes` and more in native code. */
  size: number;
  /** A child without work ends after this many seconds. Default 60. */
  idleSeconds?: number;
  /** JavaScript heap of one child, in megabytes; above it the child crashes. Default 512. */
  memoryMegabytes?: number;
  /** Variables of a child beside the few it inherits. */
  environment?: Record<string, string>;
  /** Gets what a child writes to its standard error, line by line, and each unexpected death. */
  log?: (line: string) => void;
  /** Path of the child's entry module; only tests need another than the engine's own. */
  entry?: string;
}

interface Waiting {
  task: EngineTask;
  hooks: EngineHooks;
  /** A task whose child died before reading it is tried on one other child. */
  secondTry: boolean;
  resolve(files: EngineFile[]): void;
  reject(error: unknown): void;
  /** Takes the task out of the queue when it is aborted while it waits. */
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
   * @throws EngineRefusal (the input's fault), EngineCrash (transient), EngineFailure (the operation threw), or
   * the signal's reason. When it settles, nothing works in the task's directory any more.
   */
  run(task: EngineTask, hooks: EngineHooks): Promise<EngineFile[]> {
    return new Promise((resolve, reject) =>
      this.enqueue({ task, hooks, secondTry: false, resolve, reject, leave: () => {} }),
    );
  }

  /** Refuses waiting tasks, tells running ones to stop (killed after a second), and returns when no child is left. */
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
      const place = this.queue.indexOf(waiting);
      if (place < 0) return;
      this.queue.splice(place, 1);
      waiting.reject(signal.reason);
    };
    signal.addEventListener('abort', waiting.leave, { once: true });
    if (waiting.secondTry) this.queue.unshift(waiting);
    else this.queue.push(waiting);
    this.assign();
  }

  /** Gives waiting tasks to idle children, starting children while there is room. */
  private assign(): void {
    while (this.queue.length > 0) {
      const child = [...this.children].find(({ usable }) => usable) ?? this.startChild();
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
      if (error instanceof TaskNotStarted && !waiting.secondTry)
        this.enqueue({ ...waiting, secondTry: true });
      else waiting.reject(error);
    }
    if (!child.usable) return;
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

/** A child runs plain JavaScript: beside this file when compiled, else (tests, from source) the last build's. */
function engineChildEntry(): string {
  const fromSource = import.meta.url.endsWith('.ts');
  const entry = fromSource ? '../../dist/host/engine-child.js' : './engine-child.js';
  return fileURLToPath(new URL(entry, import.meta.url));
}
