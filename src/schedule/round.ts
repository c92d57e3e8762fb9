import { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';
import { logFailure } from '../database/index.js';

/**
 * What a process repeats. It is registered by its name as an interval of `SchedulerRegistry`, so that rounds can be listed
 * and stopped. Never two runs of a round at once: while one takes longer than the interval, the next is left out.
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

  /** Runs at once, unless it has been stopped; joins a run that is under way. @throws what the run throws. */
  run(): Promise<void> {
    if (this.stopped) return Promise.resolve();
    this.running ??= this.work().finally(() => (this.running = null));
    return this.running;
  }

  /** Runs no more, and waits for a run that is under way. Never rejects. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.registry.doesExist('interval', this.name)) this.registry.deleteInterval(this.name);
    await this.running?.catch(() => undefined);
  }
}
