/**
 * Handlers for the queue libraries. They settle predictions as the service does: final state, wallet and ledger in one
 * statement, either for a single job or for many. `Counter` reports when all predictions are settled.
 */
import pg from 'pg';

const ENDED = `
  update predictions set status = 'failed', completed_at = clock_timestamp(), error_code = 'content_rejected',
    error_message = 'There is nothing to show.', error_retryable = false, fence = fence + 1`;

const SETTLE_ONE = `
with settled_predictions as (${ENDED}
  where id = $1 and status = 'processing'
  returning id, account_id, cost
),
credited_accounts as (
  update wallets a set held = a.held - s.cost, balance = a.balance + s.cost, balance_updated_at = clock_timestamp()
  from settled_predictions s where a.account_id = s.account_id
  returning s.id, s.account_id, s.cost, a.balance
)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
select account_id, id, 'refund', 'held', 'wallet', cost, balance from credited_accounts
`;

const SETTLE_MANY = `
with settled_predictions as (${ENDED}
  where id = any($1::uuid[]) and status = 'processing'
  returning id, account_id, cost
),
locked_accounts as materialized (
  select account_id as id, balance, held from wallets where account_id in (select account_id from settled_predictions)
  order by account_id for update
),
refunds as materialized (
  select s.*, w.balance, w.held, sum(cost) over (partition by account_id order by s.id) as refunded
  from settled_predictions s full join locked_accounts w on w.id = s.account_id
),
credited_accounts as (
  update wallets a set held = t.held - t.cost, balance = t.balance + t.cost, balance_updated_at = clock_timestamp()
  from (select account_id, balance, held, sum(cost) as cost from refunds group by account_id, balance, held) t
  where a.account_id = t.account_id
)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
select account_id, id, 'refund', 'held', 'wallet', cost, balance + refunded from refunds order by account_id, id
`;

export function connect(databaseUrl, size) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    // As in the service: planning such a statement costs more than running it.
    options: '-c plan_cache_mode=force_generic_plan',
  });
  // The database is dropped at the end of the row. graphile-worker requires an error listener on every client.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export const settleOne = (pool, id) => pool.query({ name: 'one', text: SETTLE_ONE, values: [id] });
export const settleMany = (pool, ids) => pool.query({ name: 'many', text: SETTLE_MANY, values: [ids] });

export async function waitingIds(pool) {
  const { rows } = await pool.query(
    `select id from predictions where status = 'processing' and provider = 'bench' order by fair_tag`,
  );
  return rows.map(({ id }) => id);
}

/** Counts settled predictions and sends a message when all of them are settled. */
export class Counter {
  #left = 0;
  #firstAt = null;

  /** Waits for the benchmark's start message. @param enqueue puts the waiting predictions into the queue. */
  serve(enqueue) {
    process.on('message', ({ count }) => {
      this.#left = count;
      this.#firstAt = null;
      void enqueue();
    });
    process.on('SIGTERM', () => process.exit(0));
    process.on('disconnect', () => process.exit(0));
    console.log('ready');
  }

  get left() {
    return this.#left;
  }

  began() {
    this.#firstAt ??= performance.timeOrigin + performance.now();
  }

  ended(count) {
    this.#left -= count;
    if (this.#left === 0) process.send({ firstAt: this.#firstAt });
  }
}
