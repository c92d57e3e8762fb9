import { Injectable } from '@nestjs/common';
import { Database } from '../../database/index.js';
import { Metrics } from '../../metrics/index.js';

/**
 * One look at everything that is processing, by partial indexes that hold nothing else. waiting: nobody has begun it ·
 * submitting: a worker holds it · at_engine: the engine has it · retrying: an attempt failed, or its worker fell silent.
 */
const FIGURES = `
with processing as (
  select provider, case
    when started_at is null then 'waiting'
    when provider_ref is not null then 'at_engine'
    when lease_until > clock_timestamp() then 'submitting'
    else 'retrying' end as state,
    started_at is not null and run_at <= clock_timestamp()
      and (lease_until is null or lease_until <= clock_timestamp()) as due,
    case when started_at is null then created_at end as waiting_since
  from predictions where status = 'processing'
)
select provider, state, count(*)::int as count, count(*) filter (where due)::int as due,
  extract(epoch from clock_timestamp() - min(waiting_since))::float8 as oldest
from processing group by provider, state
`;

/** Counted up to this: an alarm needs no more, and the index of what expires is read no further. */
const MOST_OVERDUE = 10_000;
const OVERDUE_OUTPUTS = `
select count(*)::int as count from (
  select 1 from predictions
  where outputs is not null and outputs_removed_at is null
    and output_expires_at <= (select clock_timestamp()) - interval '5 minutes'
  limit ${MOST_OVERDUE}) overdue
`;

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
