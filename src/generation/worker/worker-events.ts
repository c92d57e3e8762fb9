import { Injectable } from '@nestjs/common';
import { GenerationMetrics } from '../store/generation-metrics.js';
import { PredictionEnding } from '../store/prediction.ending.js';
import { SettlementHub } from '../store/settlement-hub.js';
import { WorkerPresence } from './worker-presence.js';
import { WorkSignal } from '../store/work-signal.js';

/** What a worker hears and watches, gathered so that the processor depends on one thing for it. */
@Injectable()
export class WorkerEvents {
  constructor(
    private readonly presence: WorkerPresence,
    private readonly signal: WorkSignal,
    private readonly hub: SettlementHub,
    private readonly ending: PredictionEnding,
    private readonly metrics: GenerationMetrics,
  ) {}

  get workerId(): number {
    return this.presence.workerId;
  }

  get isPresent(): boolean {
    return this.presence.isPresent;
  }

  async start(handle: { work(): void; settled(id: string): void; returned(): void }): Promise<void> {
    await this.presence.appear(handle.returned);
    await this.signal.onWork(handle.work);
    this.hub.onSettled(handle.settled);
  }

  /** Leases of this worker that were over before they were renewed, or that somebody else has. */
  loseLeases(count: number): void {
    this.metrics.loseLeases(count);
  }

  async failOverdue(): Promise<void> {
    await this.ending.failOverdue();
  }
}
