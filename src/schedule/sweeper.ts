import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';
import { Round } from './round.js';

/**
 * Removes what is past its time, in a round of its own. A stop of the process ends a run between two removals and waits
 * for it.
 */
export abstract class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger = new Logger('sweeper');
  private rounds?: Round;
  private stopping = false;

  /** @param name of the round in `SchedulerRegistry`. */
  protected constructor(
    private readonly registry: SchedulerRegistry,
    private readonly name: string,
    private readonly milliseconds: number,
  ) {}

  /** Removes until nothing is due or `isStopping`. */
  protected abstract sweep(isStopping: () => boolean): Promise<void>;

  onApplicationBootstrap(): void {
    const sweep = () => this.sweep(() => this.stopping);
    this.rounds = new Round(this.registry, this.name, this.milliseconds, sweep);
  }

  /** Runs at once, or joins the run that is under way. @throws what the run throws. */
  async round(): Promise<void> {
    await this.rounds?.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.rounds?.stop();
  }
}
