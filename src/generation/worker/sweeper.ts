import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { removeEach } from '../../assets/index.js';
import { Config } from '../../config/index.js';
import { Database, isDatabaseUnavailable } from '../../database/index.js';
import { IdempotencyStore } from '../store/idempotency.store.js';
import { OutputStore } from './output.store.js';
import { predictionIdOf } from '../store/prediction-id.js';

const ROUND_MS = 10_000;
const BATCH = 200;
/** A worker that took predictions up and ended: another takes them up after this. */
const TAKEN_MINUTES = 5;

/**
 * Takes predictions up whose outputs are past their time. Rows that another worker is taking are skipped, and no
 * transaction is open while files are removed.
 */
const TAKE = `
update predictions p set removal_at = clock_timestamp() + interval '${TAKEN_MINUTES} minutes'
where p.id = any (array(
  select id from predictions
  where outputs is not null and outputs_removed_at is null and output_expires_at <= (select clock_timestamp())
    and (removal_at is null or removal_at <= clock_timestamp())
  order by output_expires_at limit ${BATCH} for update skip locked))
returning p.id
`;

const REMOVED = 'update predictions set outputs_removed_at = clock_timestamp() where id = any($1::uuid[])';

/** What could not be removed is tried again after as long as it is overdue: at first a minute, at last six hours. */
const TRY_LATER = `
update predictions set
  removal_at = clock_timestamp() + least(greatest(clock_timestamp() - output_expires_at, interval '1 minute'), interval '6 hours')
where id = any($1::uuid[])
`;

const GIVE_BACK = 'update predictions set removal_at = null where id = any($1::uuid[])';

/** Removes what is past its time: outputs after their retention, Idempotency-Keys after a day. */
@Injectable()
export class Sweeper implements BeforeApplicationShutdown {
  private readonly logger = new Logger('sweeper');
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly outputs: OutputStore,
    private readonly idempotency: IdempotencyStore,
  ) {}

  /** One round at a time, however long it takes: it goes on until nothing is due. */
  @Interval(ROUND_MS)
  async round(): Promise<void> {
    if (!this.config.roles.has('worker') || this.stopping) return;
    this.running ??= this.removeAll().finally(() => (this.running = null));
    await this.running;
  }

  /** What is being removed is finished; the rest is given back. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async removeAll(): Promise<void> {
    try {
      // Side by side: a storage that is slow must not keep keys of days ago.
      const [outputs, keys] = await Promise.all([
        this.removeExpiredOutputs(),
        this.idempotency.sweep(() => this.stopping),
      ]);
      if (outputs + keys > 0)
        this.logger.log(`removed the outputs of ${outputs} predictions, ${keys} idempotency keys`);
    } catch (error) {
      if (isDatabaseUnavailable(error)) return;
      this.logger.error(error instanceof Error ? error.stack : String(error));
    }
  }

  /**
   * Files first, then the mark: killed in between, the next round removes nothing twice and forgets nothing.
   * @returns how many predictions have none any more.
   */
  async removeExpiredOutputs(): Promise<number> {
    let count = 0;
    while (!this.stopping) {
      const taken = await this.database.query<{ id: string }>(TAKE);
      if (taken.length === 0) break;
      const { removed, failed, left } = await removeEach(
        taken,
        ({ id }) => this.outputs.remove(predictionIdOf(id)),
        () => this.stopping,
      );
      for (const { item, error } of failed)
        this.logger.warn({ prediction: predictionIdOf(item.id) }, `outputs not removed: ${String(error)}`);
      await this.note(REMOVED, removed);
      await this.note(
        TRY_LATER,
        failed.map(({ item }) => item),
      );
      await this.note(GIVE_BACK, left);
      count += removed.length;
    }
    return count;
  }

  private async note(statement: string, rows: { id: string }[]): Promise<void> {
    if (rows.length > 0) await this.database.query(statement, [rows.map(({ id }) => id)]);
  }
}
