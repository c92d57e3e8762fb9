import { Injectable } from '@nestjs/common';
import type { Counter, Histogram } from 'prom-client';
import { Metrics } from '../../metrics/index.js';
import type { FailureCode, Outcome } from '../../providers/index.js';

/** Seconds. A synchronous engine holds its submit until the result is there. */
const SUBMIT_BUCKETS = [0.1, 0.5, 2, 10, 60, 300];

export type ExchangeKind = 'submit' | 'poll';

/** What this process has done: its exchanges with engines, what it brought to an end, what was taken from it. */
@Injectable()
export class GenerationMetrics {
  private readonly exchanges: Counter<'provider' | 'exchange' | 'outcome'>;
  private readonly submitSeconds: Histogram<'provider'>;
  private readonly settled: Counter<'provider' | 'status' | 'code'>;
  private readonly leasesLost: Counter;
  private readonly isolatedCrashes: Counter;

  constructor(metrics: Metrics) {
    const about = 'Exchanges with engines, by what they came to.';
    this.exchanges = metrics.counter('engine_exchanges_total', about, ['provider', 'exchange', 'outcome']);
    this.submitSeconds = metrics.histogram('engine_submit_seconds', 'From a submit to its answer.', {
      labelNames: ['provider'],
      buckets: SUBMIT_BUCKETS,
    });
    const ended = 'Predictions that this process brought to their end; code is empty for completed ones.';
    this.settled = metrics.counter('predictions_settled_total', ended, ['provider', 'status', 'code']);
    const lost = 'Predictions dropped because their lease was over or somebody else had taken them.';
    this.leasesLost = metrics.counter('leases_lost_total', lost);
    const alone =
      'Processes that ended while they ran one prediction alone, which had been in crashes before.';
    this.isolatedCrashes = metrics.counter('isolated_crashes_total', alone);
  }

  /** Makes an exchange and counts it. @throws what it throws, counted too. */
  async observe(provider: string, exchange: ExchangeKind, make: () => Promise<Outcome>): Promise<Outcome> {
    const startedAt = performance.now();
    let outcome: Outcome['kind'] | 'threw' = 'threw';
    try {
      const result = await make();
      outcome = result.kind;
      return result;
    } finally {
      this.exchanges.inc({ provider, exchange, outcome });
      if (exchange === 'submit')
        this.submitSeconds.observe({ provider }, (performance.now() - startedAt) / 1000);
    }
  }

  settle(provider: string, status: 'completed' | 'failed', code: FailureCode | ''): void {
    this.settled.inc({ provider, status, code });
  }

  crashAlone(): void {
    this.isolatedCrashes.inc();
  }

  loseLeases(count: number): void {
    this.leasesLost.inc(count);
  }
}
