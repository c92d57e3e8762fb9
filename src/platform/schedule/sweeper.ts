import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';
import { type NamedInterval, Round } from './round.js';
import type { RoundName } from './rounds.js';

/** A stop of the process ends a run between two removals and waits for it. */
export abstract class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger = new Logger('sweeper');
  private rounds?: Round;
  private stopping = false;

  protected constructor(
    private readonly registry: SchedulerRegistry,
    private readonly scheduled: RoundName | NamedInterval,
  ) {}

  /** Removes until nothing is due or `isStopping`. */
  protected abstract sweep(isStopping: () => boolean): Promise<void>;

  onApplicationBootstrap(): void {
    const sweep = () => this.sweep(() => this.stopping);
    this.rounds = new Round(this.registry, this.scheduled, sweep);
  }

  /** Joins a run in progress. @throws the error of the run. */
  async round(): Promise<void> {
    await this.rounds?.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.rounds?.stop();
  }
}
