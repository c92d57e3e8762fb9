import { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';
import { logFailure } from '../database/index.js';

/**
 * Repeats work in a process. A round is registered by its name as an interval of `SchedulerRegistry`, so that rounds can be
 * listed and stopped. Runs never overlap: while a run takes longer than the interval, the next is skipped.
 */
export class Round {
  private readonly logger = new Logger('round');
  private running: Promise<void> | null = null;
  private stopped = false;

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly name: string,
    milliseconds: number,
    private readonly work: () => Promise<void>,
  ) {
    const tick = () => void this.run().catch((error: unknown) => logFailure(this.logger, name, error));
    registry.addInterval(name, setInterval(tick, milliseconds));
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
