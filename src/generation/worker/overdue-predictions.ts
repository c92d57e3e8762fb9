import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Round } from '../../platform/schedule/index.js';
import { PredictionEnding } from '../settlement/prediction.ending.js';

/** Refunds predictions past their deadline that no worker holds, in every process, because nothing else ends them while no worker runs. */
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

  /** Does not wait for a running round, because another process ends what it does not. */
  beforeApplicationShutdown(): void {
    void this.round?.stop();
  }
}
