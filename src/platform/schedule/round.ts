import { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';
import { logFailure } from '../database/index.js';
import { type RoundName, ROUNDS } from './rounds.js';

/** The name of a round, and how often it runs: of an extension's, or of one that depends on what the process runs. */
export interface NamedInterval {
  name: string;
  everyMs: number;
}

/**
 * Repeats work in a process. A round is registered by its name as an interval of `SchedulerRegistry`, so that rounds can be
 * listed and stopped. Runs never overlap: while a run takes longer than the interval, the next is skipped.
 */
export class Round {
  private readonly logger = new Logger('round');
  private readonly name: string;
  private running: Promise<void> | null = null;
  private stopped = false;

  constructor(registry: SchedulerRegistry, round: NamedInterval, work: () => Promise<void>);
  /** @internal */
  // oxlint-disable-next-line typescript/unified-signatures -- the public one knows no name of the service
  constructor(registry: SchedulerRegistry, round: RoundName | NamedInterval, work: () => Promise<void>);
  constructor(
    private readonly registry: SchedulerRegistry,
    round: RoundName | NamedInterval,
    private readonly work: () => Promise<void>,
  ) {
    const { name, everyMs } =
      typeof round === 'object' ? round : { name: round, everyMs: ROUNDS[round].everyMs };
    this.name = name;
    const tick = () => void this.run().catch((error: unknown) => logFailure(this.logger, name, error));
    registry.addInterval(name, setInterval(tick, everyMs));
  }

  /** Runs now, unless it has been stopped; joins a run in progress. @throws the error of the run. */
  run(): Promise<void> {
    if (this.stopped) return Promise.resolve();
    this.running ??= this.work().finally(() => (this.running = null));
    return this.running;
  }

  /** Prevents further runs and waits for a run in progress. Never rejects. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.registry.doesExist('interval', this.name)) this.registry.deleteInterval(this.name);
    await this.running?.catch(() => undefined);
  }
}
