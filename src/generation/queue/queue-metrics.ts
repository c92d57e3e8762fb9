import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { Metrics } from '../../platform/metrics/index.js';
import { ProviderRegistry } from '../../providers/index.js';
import { FIGURES, MOST_OVERDUE, OVERDUE_OUTPUTS, STATES } from './queue-metrics.sql.js';

/** Read from the database, so every process of an installation reports the same. */
@Injectable()
export class QueueMetrics {
  constructor(metrics: Metrics, database: Database, engines: ProviderRegistry) {
    const help = 'Processing predictions, by engine and state.';
    const processing = metrics.gauge('predictions_processing', help, ['provider', 'state'], 'max');
    const due = metrics.gauge(
      'predictions_due',
      'Begun predictions whose next step is due and not yet claimed.',
      ['provider'],
      'max',
    );
    const oldest = metrics.gauge(
      'oldest_waiting_seconds',
      'Age of the oldest prediction that no worker has begun.',
      ['provider'],
      'max',
    );
    const overdue = metrics.gauge(
      'outputs_overdue',
      `Predictions whose outputs should have been removed more than five minutes ago; ${MOST_OVERDUE} at most.`,
      [],
      'max',
    );
    metrics.onRead([overdue], async () => {
      const [row] = await database.run(OVERDUE_OUTPUTS, {});
      overdue.set(row!.count);
    });
    metrics.onRead([processing, due, oldest], async () => {
      const rows = await database.run(FIGURES, {});
      for (const { name: provider } of engines.all) {
        for (const state of STATES) processing.set({ provider, state }, 0);
        due.set({ provider }, 0);
        oldest.set({ provider }, 0);
      }
      for (const row of rows) {
        const { provider, state } = row;
        processing.set({ provider, state }, row.count);
        due.inc({ provider }, row.due);
        if (row.oldest_seconds !== null) oldest.set({ provider }, row.oldest_seconds);
      }
    });
  }
}
