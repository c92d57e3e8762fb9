/**
 * Runs suspects apart: starts a process for them when some are due, and counts the crashes that it sees there. The
 * worker itself goes on with everything else meanwhile. See docs/decisions/0013-suspects-run-alone.md.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Config } from '../../config/index.js';
import { isDatabaseUnavailable } from '../../database/index.js';
import { EngineRoom } from '../engines/engine-room.js';
import { GenerationMetrics } from '../store/generation-metrics.js';
import { IsolatedProgram } from '../store/isolated-program.js';
import { PredictionEnding } from '../store/prediction.ending.js';
import { predictionIdOf } from '../store/prediction-id.js';
import { hasCrashedTooOften } from '../store/retry-policy.js';
import { SuspectQueue } from '../store/suspect.queue.js';

const LOOK_MS = 1_000;
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
  private look?: NodeJS.Timeout;
  private stopping = false;
  private wereDue = false;
  private failures = 0;
  private pauseUntil = 0;

  constructor(
    private readonly config: Config,
    private readonly program: IsolatedProgram,
    private readonly suspects: SuspectQueue,
    private readonly ending: PredictionEnding,
    private readonly room: EngineRoom,
    private readonly metrics: GenerationMetrics,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.roles.has('worker') && this.program.path !== null) this.lookLater();
  }

  /** The processes hand their leases back, as this one does. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.look);
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

  private lookLater(): void {
    if (this.stopping) return;
    this.look = setTimeout(
      () => {
        this.startWhenDue()
          .catch((error: unknown) => this.report(error))
          .finally(() => this.lookLater());
      },
      LOOK_MS * (0.75 + Math.random() / 2),
    );
  }

  /** Due in two looks in a row: nobody who is up already, here or elsewhere, has taken it. */
  private async startWhenDue(): Promise<void> {
    const areStarting = [...this.running].some(({ workerId }) => workerId === null);
    if (areStarting || this.running.size >= MAX_PROCESSES || performance.now() < this.pauseUntil) return;
    const areDue = await this.suspects.hasDue(this.room.find([], { places: 1, polls: 1 }));
    if (areDue && this.wereDue && !this.stopping) this.start(this.program.path!);
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
      this.ended(isolated, how).catch((error: unknown) => this.report(error));
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

  private report(error: unknown): void {
    if (isDatabaseUnavailable(error)) this.logger.warn('the database is away');
    else this.logger.error(error instanceof Error ? error.stack : String(error));
  }
}
