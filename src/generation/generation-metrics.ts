import { Injectable } from '@nestjs/common';
import type { Counter, Histogram } from 'prom-client';
import { Metrics } from '../platform/metrics/index.js';
import {
  FAILURE_CODES,
  type FailureCode,
  type Outcome,
  OUTCOME_KINDS,
  ProviderRegistry,
} from '../providers/index.js';

/** Up to minutes: a synchronous engine responds to a submit with the result. */
const SUBMIT_BUCKETS_SECONDS = [0.1, 0.5, 2, 10, 60, 300];

const EXCHANGES = ['submit', 'poll'] as const;
export type ExchangeKind = (typeof EXCHANGES)[number];

/** Counters of this process. */
@Injectable()
export class GenerationMetrics {
  private readonly exchanges: Counter<'provider' | 'exchange' | 'outcome'>;
  private readonly submitSeconds: Histogram<'provider'>;
  private readonly settled: Counter<'provider' | 'status' | 'code'>;
  private readonly leasesLost: Counter;
  private readonly isolatedCrashes: Counter;

  constructor(metrics: Metrics, engines: ProviderRegistry) {
    const exchanges = 'Exchanges with engines, by outcome.';
    this.exchanges = metrics.counter('engine_exchanges_total', exchanges, [
      'provider',
      'exchange',
      'outcome',
    ]);
    this.submitSeconds = metrics.histogram('engine_submit_seconds', 'From a submit to its response.', {
      labelNames: ['provider'],
      buckets: SUBMIT_BUCKETS_SECONDS,
    });
    const settled = 'Predictions settled by this process; code is empty for completed ones.';
    this.settled = metrics.counter('predictions_settled_total', settled, ['provider', 'status', 'code']);
    const lost = 'Predictions dropped because their lease had expired or another worker had claimed them.';
    this.leasesLost = metrics.counter('leases_lost_total', lost);
    const crashes =
      'Isolated processes that crashed while they ran a prediction that had been in crashes before.';
    this.isolatedCrashes = metrics.counter('isolated_crashes_total', crashes);
    for (const { name } of engines.all) this.publishZeros(name);
  }

  /** A series that begins with its first event hides that event from `rate`, and an idle engine has no series at all. */
  private publishZeros(provider: string): void {
    for (const exchange of EXCHANGES)
      for (const outcome of [...OUTCOME_KINDS, 'threw'])
        this.exchanges.inc({ provider, exchange, outcome }, 0);
    this.submitSeconds.zero({ provider });
    this.settled.inc({ provider, status: 'completed', code: '' }, 0);
    for (const code of FAILURE_CODES) this.settled.inc({ provider, status: 'failed', code }, 0);
  }

  /** Counts the outcome, also when the exchange throws. @throws what the exchange throws. */
  async observe(provider: string, exchange: ExchangeKind, run: () => Promise<Outcome>): Promise<Outcome> {
    const startedAt = performance.now();
    let outcome: Outcome['kind'] | 'threw' = 'threw';
    try {
      const result = await run();
      outcome = result.kind;
      return result;
    } finally {
      this.exchanges.inc({ provider, exchange, outcome });
      if (exchange === 'submit')
        this.submitSeconds.observe({ provider }, (performance.now() - startedAt) / 1000);
    }
  }

  countSettled(provider: string, status: 'completed' | 'failed', code: FailureCode | ''): void {
    this.settled.inc({ provider, status, code });
  }

  countIsolatedCrash(): void {
    this.isolatedCrashes.inc();
  }

  countLostLeases(count: number): void {
    this.leasesLost.inc(count);
  }
}
