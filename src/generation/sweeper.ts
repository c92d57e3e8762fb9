import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '../config/index.js';
import { Database, isDatabaseUnavailable } from '../database/index.js';
import { IdempotencyStore } from './idempotency.store.js';
import { OutputStore } from './output.store.js';
import { predictionIdOf } from './prediction-id.js';

const ROUND_MS = 60_000;
const BATCH = 200;

/** Removes what is past its time: outputs after their retention, Idempotency-Keys after a day. */
@Injectable()
export class Sweeper {
  private readonly logger = new Logger('sweeper');

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly outputs: OutputStore,
    private readonly idempotency: IdempotencyStore,
  ) {}

  @Interval(ROUND_MS)
  async round(): Promise<void> {
    if (!this.config.roles.has('worker')) return;
    try {
      const outputs = await this.removeExpiredOutputs();
      const keys = await this.idempotency.sweep();
      if (outputs + keys > 0)
        this.logger.log(`removed the outputs of ${outputs} predictions, ${keys} idempotency keys`);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }

  /** Files first, then the mark: killed in between, the next round removes nothing twice and forgets nothing. */
  async removeExpiredOutputs(): Promise<number> {
    const expired = await this.database.query<{ id: string }>(
      `select id from predictions
       where outputs is not null and outputs_removed_at is null and output_expires_at <= clock_timestamp()
       order by output_expires_at limit ${BATCH}`,
    );
    for (const { id } of expired) await this.outputs.remove(predictionIdOf(id));
    await this.database.query(
      'update predictions set outputs_removed_at = clock_timestamp() where id = any($1::uuid[])',
      [expired.map(({ id }) => id)],
    );
    return expired.length;
  }
}
