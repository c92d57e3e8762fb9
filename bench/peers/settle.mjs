/**
 * What the handlers of the queue libraries do: settle predictions as the service does, final state, wallet and ledger
 * in one statement; one for a handler that is given a single job, one for a handler that is given many. And the
 * counting that says when all of them are over.
 */
import pg from 'pg';

const ENDED = `
  update predictions set status = 'failed', completed_at = clock_timestamp(), error_code = 'content_rejected',
    error_message = 'There is nothing to show.', error_retryable = false, fence = fence + 1`;

const SETTLE_ONE = `
with settled as (${ENDED}
  where id = $1 and status = 'processing'
  returning id, account_id, cost
),
credited as (
  update accounts a set held = a.held - s.cost, balance = a.balance + s.cost, balance_updated_at = clock_timestamp()
  from settled s where a.id = s.account_id
  returning s.id, s.account_id, s.cost, a.balance
)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
select account_id, id, 'refund', 'held', 'wallet', cost, balance from credited
`;

const SETTLE_MANY = `
with settled as (${ENDED}
  where id = any($1::uuid[]) and status = 'processing'
  returning id, account_id, cost
),
wallet as materialized (
  select id, balance, held from accounts where id in (select account_id from settled) order by id for update
),
moved as materialized (
  select s.*, w.balance, w.held, sum(cost) over (partition by account_id order by s.id) as refunded
  from settled s full join wallet w on w.id = s.account_id
),
credited as (
  update accounts a set held = t.held - t.cost, balance = t.balance + t.cost, balance_updated_at = clock_timestamp()
  from (select account_id, balance, held, sum(cost) as cost from moved group by account_id, balance, held) t
  where a.id = t.account_id
)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
select account_id, id, 'refund', 'held', 'wallet', cost, balance + refunded from moved order by account_id, id
`;

export function connect(databaseUrl, size) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    // As the service's own: planning such a statement anew costs more than running it.
    options: '-c plan_cache_mode=force_generic_plan',
  });
  // Its database is dropped when the row is over; graphile-worker also asks for a listener on every client.
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

/** Counts what the handlers have done, and answers when all that was asked for is over. */
export class Counter {
  #left = 0;
  #firstAt = null;

  /** @param enqueue what to do when the benchmark asks for the waiting predictions to be worked on. */
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
