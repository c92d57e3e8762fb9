import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Database } from '../platform/database/index.js';
import { Metrics } from '../platform/metrics/index.js';
import { LAGS } from './event-listeners.sql.js';

/** The lag is read from the database, so every process of an installation reports the same. */
@Injectable()
export class EventMetrics {
  private readonly failures: Counter<'listener'>;

  constructor(metrics: Metrics, database: Database) {
    const help = 'Age of the oldest event that a listener has not handled.';
    const lag = metrics.gauge('listener_lag_seconds', help, ['listener'], 'max');
    metrics.onRead([lag], async () => {
      const rows = await database.run(LAGS, {});
      for (const { name, seconds } of rows) lag.set({ listener: name }, seconds);
    });
    this.failures = metrics.counter('listener_failures_total', 'Failed calls of a listener.', ['listener']);
  }

  /** Publishes zero failures: `increase` then sees the first one. */
  expect(listener: string): void {
    this.failures.inc({ listener }, 0);
  }

  countFailure(listener: string): void {
    this.failures.inc({ listener });
  }
}
