/** The worker continues with all other predictions while suspects run in these processes. See docs/decisions/workers-and-crashes.md. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { logFailure, PacedRead } from '../../platform/database/index.js';
import { publicId } from '../../platform/http/index.js';
import { Round } from '../../platform/schedule/index.js';
import { EngineCapacity } from '../engines/engine-capacity.js';
import { GenerationMetrics } from '../generation-metrics.js';
import { IsolatedProgram } from '../queue/isolated-program.js';
import { hasCrashedTooOften } from '../queue/retry-policy.js';
import { SuspectQueue } from '../queue/suspect.queue.js';
import { PredictionEnding } from '../settlement/prediction.ending.js';

/** More than one, so that a slow suspect does not block all others. */
const MAX_PROCESSES = 2;
/** Backoff after a process that ended before it could claim anything. */
const FIRST_BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 60_000;
/** The process is killed after this time, which is not counted as a crash. */
const STOP_TIMEOUT_MS = 8_000;

interface IsolatedProcess {
  child: ChildProcess;
  /** Null until the process is ready. */
  workerId: number | null;
}

@Injectable()
export class IsolatedRuns implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('isolated');
  private readonly running = new Set<IsolatedProcess>();
  private rounds?: Round;
  private readonly reads = new PacedRead();
  private isStopping = false;
  private hasBeenDue = false;
  private failedStarts = 0;
  private pausedUntilMs = 0;

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly program: IsolatedProgram,
    private readonly suspects: SuspectQueue,
    private readonly ending: PredictionEnding,
    private readonly capacity: EngineCapacity,
    private readonly metrics: GenerationMetrics,
  ) {}

  onApplicationBootstrap(): void {
    const { path } = this.program;
    if (path === null) return;
    this.rounds = new Round(this.registry, 'run-suspects', () => this.startWhenDue(path));
  }

  /** The stopped processes release their leases. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    void this.rounds?.stop();
    await Promise.all(
      [...this.running].map(async ({ child }) => {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
        await exited;
        clearTimeout(killTimer);
      }),
    );
  }

  /** When suspects are due in two consecutive rounds, no running process has claimed them. */
  private async startWhenDue(path: string): Promise<void> {
    const areStarting = [...this.running].some(({ workerId }) => workerId === null);
    if (areStarting || this.running.size >= MAX_PROCESSES || performance.now() < this.pausedUntilMs) return;
    const free = this.capacity.available([], { submits: 1, polls: 1 });
    const areDue = await this.reads.run(() => this.suspects.hasDue(free));
    if (areDue === null) return;
    if (areDue && this.hasBeenDue && !this.isStopping) this.start(path);
    this.hasBeenDue = areDue && !this.hasBeenDue;
  }

  private start(path: string): void {
    const child = fork(path, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const isolated: IsolatedProcess = { child, workerId: null };
    this.running.add(isolated);
    // The child must not keep this process alive.
    child.unref();
    child.channel?.unref();
    let hasEnded = false;
    const end = (cause: string) => {
      if (hasEnded) return;
      hasEnded = true;
      this.running.delete(isolated);
      this.handleExit(isolated, cause).catch((error: unknown) =>
        logFailure(this.logger, 'count a crash', error),
      );
    };
    child.on('message', (message) => {
      const { workerId } = message as { workerId?: unknown };
      if (typeof workerId === 'number') isolated.workerId = workerId;
    });
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    child.once('error', (error) => end(error.message));
  }

  private async handleExit({ workerId }: IsolatedProcess, cause: string): Promise<void> {
    if (workerId === null) {
      this.failedStarts += 1;
      this.pausedUntilMs =
        performance.now() + Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (this.failedStarts - 1));
      if (!this.isStopping) this.logger.error(`an isolated process did not start: ${cause}`);
      return;
    }
    this.failedStarts = 0;
    if (cause === 'exit code 0' || this.isStopping) return;
    for (const crash of await this.suspects.countCrash(workerId)) {
      this.metrics.countIsolatedCrash();
      const facts = { prediction: publicId('pred', crash.id), crashes: crash.crashes };
      this.logger.error(facts, `an isolated process crashed (${cause}) while it ran this prediction`);
      if (hasCrashedTooOften(crash)) await this.ending.failAsCrashing(crash.id);
    }
  }
}
