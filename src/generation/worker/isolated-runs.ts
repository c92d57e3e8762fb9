/**
 * Runs suspects apart: starts a process for them when some are due, and counts the crashes that it sees there. The
 * worker itself goes on with everything else meanwhile. See docs/decisions/0013-suspects-run-alone.md.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { logFailure } from '../../database/index.js';
import { Round } from '../../schedule/index.js';
import { EngineCapacity } from '../engines/engine-capacity.js';
import { GenerationMetrics } from '../store/generation-metrics.js';
import { IsolatedProgram } from '../store/isolated-program.js';
import { PredictionEnding } from '../store/prediction.ending.js';
import { predictionIdOf } from '../store/prediction-id.js';
import { hasCrashedTooOften } from '../store/retry-policy.js';
import { SuspectQueue } from '../store/suspect.queue.js';

const ROUND_MS = 1_000;
/** Processes at once: a suspect that takes long does not hold up all others. */
const MAX_PROCESSES = 2;
/** A process that ended before it could claim anything is not started again at once. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
/** Of a graceful stop, before the process is killed; what it ran is then counted by nobody. */
const STOP_MS = 8_000;

interface Isolated {
  child: ChildProcess;
  /** Under which it holds leases; null until it is up. */
  workerId: number | null;
}

@Injectable()
export class IsolatedRuns implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('isolated');
  private readonly running = new Set<Isolated>();
  private rounds?: Round;
  private stopping = false;
  private wereDue = false;
  private failures = 0;
  private pauseUntil = 0;

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
    this.rounds = new Round(this.registry, 'run-suspects', ROUND_MS, () => this.startWhenDue(path));
  }

  /** The processes hand their leases back, as this one does. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    void this.rounds?.stop();
    await Promise.all(
      [...this.running].map(async ({ child }) => {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
        await gone;
        clearTimeout(force);
      }),
    );
  }

  /** Due in two consecutive rounds: no process that is up already, here or elsewhere, has claimed it. */
  private async startWhenDue(path: string): Promise<void> {
    const areStarting = [...this.running].some(({ workerId }) => workerId === null);
    if (areStarting || this.running.size >= MAX_PROCESSES || performance.now() < this.pauseUntil) return;
    const areDue = await this.suspects.hasDue(this.capacity.available([], { places: 1, polls: 1 }));
    if (areDue && this.wereDue && !this.stopping) this.start(path);
    this.wereDue = areDue && !this.wereDue;
  }

  private start(path: string): void {
    const child = fork(path, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const isolated: Isolated = { child, workerId: null };
    this.running.add(isolated);
    // It goes when this process goes, and does not keep it alive.
    child.unref();
    child.channel?.unref();
    let isOver = false;
    const end = (how: string) => {
      if (isOver) return;
      isOver = true;
      this.running.delete(isolated);
      this.ended(isolated, how).catch((error: unknown) => logFailure(this.logger, 'count a crash', error));
    };
    child.on('message', (message) => {
      const { workerId } = message as { workerId?: unknown };
      if (typeof workerId === 'number') isolated.workerId = workerId;
    });
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    child.once('error', (error) => end(error.message));
  }

  private async ended({ workerId }: Isolated, how: string): Promise<void> {
    if (workerId === null) {
      this.failures += 1;
      this.pauseUntil =
        performance.now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failures - 1));
      if (!this.stopping) this.logger.error(`a process for suspects did not start: ${how}`);
      return;
    }
    this.failures = 0;
    if (how === 'exit code 0' || this.stopping) return;
    for (const crash of await this.suspects.countCrash(workerId)) {
      this.metrics.crashAlone();
      const facts = { prediction: predictionIdOf(crash.id), crashes: crash.crashes };
      this.logger.error(facts, `a process ended (${how}) while it ran this prediction alone`);
      if (hasCrashedTooOften(crash)) await this.ending.failAsCrashing(crash.id);
    }
  }
}
