import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Round } from '../../platform/schedule/index.js';
import { PredictionEnding } from '../settlement/prediction.ending.js';

/**
 * Fails and refunds predictions past their deadline that no worker holds. Runs in every process: while no worker runs, nothing else
 * would end them.
 */
@Injectable()
export class OverduePredictions implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private round?: Round;

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly ending: PredictionEnding,
  ) {}

  onApplicationBootstrap(): void {
    const work = () => this.ending.failOverdue();
    this.round = new Round(this.registry, 'fail-overdue-predictions', work);
  }

  /** Does not wait for a running round: what it does not end, another process does. */
  beforeApplicationShutdown(): void {
    void this.round?.stop();
  }
}
