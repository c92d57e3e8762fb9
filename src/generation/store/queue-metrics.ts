import { Injectable } from '@nestjs/common';
import { Database } from '../../database/index.js';
import { Metrics } from '../../metrics/index.js';
import { FIGURES, MOST_OVERDUE, OVERDUE_OUTPUTS } from './queue-metrics.sql.js';

interface Figures {
  provider: string;
  state: 'waiting' | 'submitting' | 'at_engine' | 'retrying';
  count: number;
  due: number;
  /** Seconds; null but for the waiting. */
  oldest: number | null;
}

/** How much there is to do, as the database has it: every process of an installation tells the same. */
@Injectable()
export class QueueMetrics {
  constructor(metrics: Metrics, database: Database) {
    const about = 'Predictions that are processing, by engine and by what they wait for.';
    const processing = metrics.gauge('predictions_processing', about, ['provider', 'state']);
    const due = metrics.gauge(
      'predictions_due',
      'Begun predictions whose next step is due and not taken up.',
      ['provider'],
    );
    const oldest = metrics.gauge(
      'oldest_waiting_seconds',
      'Age of the oldest prediction that nobody has begun.',
      ['provider'],
    );
    const overdue = metrics.gauge(
      'outputs_overdue',
      `Predictions whose outputs should have been removed more than five minutes ago; ${MOST_OVERDUE} at most.`,
      [],
    );
    metrics.onRead([overdue], async () => {
      const [row] = await database.query<{ count: number }>(OVERDUE_OUTPUTS);
      overdue.set(row!.count);
    });
    metrics.onRead([processing, due, oldest], async () => {
      for (const row of await database.query<Figures>(FIGURES)) {
        const { provider, state } = row;
        processing.set({ provider, state }, row.count);
        due.inc({ provider }, row.due);
        if (row.oldest !== null) oldest.set({ provider }, row.oldest);
      }
    });
  }
}
