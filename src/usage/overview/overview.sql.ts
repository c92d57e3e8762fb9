/** The statements of the administrators' overview. None reads a prediction but those of entries that are not summed yet. */
import { AMOUNTS, ENTRY_COLUMNS, FIGURES_OF, placedEntries, startOf } from '../../credits/index.js';

/** With more unsummed entries the figures lack the newest ones. */
export const MAX_UNSUMMED = 20_000;
/** With more days and accounts, accounts or payments than these, the figure is null. */
export const MAX_ACTIVE = 50_000;
export const MAX_NEW = 100_000;
export const MAX_PAYMENTS = 20_000;

/** Amounts in thousandths of a credit. */
export interface SummedFigure {
  figure: 'failure' | (typeof AMOUNTS)[number];
  entries: number;
  amount: string;
}

export interface OverviewRow {
  /** Unsummed entries that were read. */
  unsummed: number;
  by_value: (SummedFigure & { value: string })[];
  /** `at`: the milliseconds of the start of the step. */
  by_step: (SummedFigure & { at: number })[];
  /** Of all times, by kind and destination. */
  of_all_times: { figure: string; value: string; amount: string }[];
  /** Null: too many. */
  active: number | null;
}

const FIGURES = `array[${['failure', ...AMOUNTS].map((figure) => `'${figure}'`).join(', ')}]`;

/** The sums of the range [$1, $2): [$3, $4) are its whole days, or both its end. */
const summedIn = (columns: string, figures: string) => `
    select ${columns} from overview_sums
    where span = 'day' and figure = any (${figures}) and starts_at >= $3 and starts_at < $4
    union all
    select ${columns} from overview_sums
    where span = 'hour' and figure = any (${figures}) and starts_at >= $1 and starts_at < $3
    union all
    select ${columns} from overview_sums
    where span = 'hour' and figure = any (${figures}) and starts_at >= $4 and starts_at < $2`;

/**
 * OVERVIEW: what the ledger's entries in [$1, $2) add up to, by model, error code or destination, and by steps of $5. [$3, $4) are
 * the whole days of the range, empty for steps of hours.
 *
 * - unsummed_entries: the entries after the position.
 * - placed_entries: with the time at which they count.
 * - unsummed: their figures.
 * - sums: the sums of the range and its unsummed figures.
 * - sums_by_value: added up by model, error code or destination.
 * - sums_by_step: added up by steps.
 * - sums_of_all_times: the amounts of all times.
 * - active_accounts: accounts with a charge, once for each sum that has them.
 */
export const OVERVIEW = `
with unsummed_entries as materialized (
  select ${ENTRY_COLUMNS} from ledger_transfers
  where id > (select entries_to from overview_position) order by id limit ${MAX_UNSUMMED + 1}
),
placed_entries as materialized (${placedEntries('unsummed_entries')}
),
unsummed as materialized (
  select g.figure, g.value, e.counted_at, e.amount from placed_entries e cross join lateral ${FIGURES_OF}
),
sums as materialized (${summedIn('figure, value, starts_at, entries, amount', FIGURES)}
    union all
    select figure, value, counted_at, 1, amount from unsummed
    where figure <> 'account' and counted_at >= $1 and counted_at < $2
),
sums_by_value as (
  select figure, value, sum(entries)::int as entries, sum(amount)::text as amount from sums group by 1, 2
),
sums_by_step as (
  select figure, (extract(epoch from ${startOf('$5::interval', 'starts_at')}) * 1000)::bigint as at, sum(entries)::int as entries,
    sum(amount)::text as amount
  from sums group by 1, 2
),
sums_of_all_times as (
  select figure, value, sum(amount)::text as amount
  from (
    select figure, value, amount from overview_sums where span = 'all' and figure = any (${FIGURES})
    union all
    select figure, value, amount from unsummed where figure <> 'account') s
  group by 1, 2
),
active_accounts as (
  select value from (${summedIn('value', `'{account}'`)}
    union all
    select value from unsummed where figure = 'account' and counted_at >= $1 and counted_at < $2
  ) a limit ${MAX_ACTIVE + 1}
)
select (select count(*)::int from unsummed_entries) as unsummed,
  (select coalesce(jsonb_agg(s), '[]') from sums_by_value s) as by_value,
  (select coalesce(jsonb_agg(s), '[]') from sums_by_step s) as by_step,
  (select coalesce(jsonb_agg(s), '[]') from sums_of_all_times s) as of_all_times,
  (select case when sum(times) <= ${MAX_ACTIVE} or sum(times) is null then count(*)::int end
   from (select count(*) as times from active_accounts group by value) a) as active
`;

/**
 * NEW_ACCOUNTS: the number of accounts created in [$1, $2), whose ids are in [$3, $4); null when there are too many.
 *
 * - new_accounts: their rows.
 */
export const NEW_ACCOUNTS = `
with new_accounts as (
  select id from accounts where id >= $3::uuid and id < $4::uuid and created_at >= $1 and created_at < $2 limit ${MAX_NEW + 1}
)
select case when count(*) <= ${MAX_NEW} then count(distinct id)::int end as added from new_accounts
`;

/** Money in minor units, credits in thousandths. */
export interface PaymentsRow {
  currency: string;
  payments: number;
  paid: string;
  reversed: string;
  credits: string;
  taken_back: string;
  /** Payments that were read. */
  counted: number;
}

/**
 * PAYMENTS_OF_RANGE: the payments of [$1, $2) that granted credits, by currency, and what of them has gone back. Ids are in [$3, $4).
 *
 * - granted_payments: the payments.
 * - reversals: their refunds and disputes, less those that failed or were won. The lateral join forces an index lookup per payment.
 */
export const PAYMENTS_OF_RANGE = `
with granted_payments as materialized (
  select id, currency, amount, credits, taken_back from payments
  where id >= $3::uuid and id < $4::uuid and created_at >= $1 and created_at < $2 and credits > 0 limit ${MAX_PAYMENTS + 1}
),
reversals as materialized (
  select p.id, r.amount from granted_payments p cross join lateral (
    select coalesce(sum(amount), 0) as amount from (
      select greatest(sum(case when kind in ('refunded', 'disputed') then amount else -amount end), 0) as amount
      from payment_events where payment_id = p.id and kind <> 'paid' and currency = p.currency
      group by kind in ('disputed', 'dispute_won'), subject_id) s) r
)
select currency, count(*)::int as payments, sum(p.amount)::text as paid, sum(least(r.amount, p.amount))::text as reversed,
  sum(credits)::text as credits, sum(taken_back)::text as taken_back, (select count(*)::int from granted_payments) as counted
from granted_payments p join reversals r using (id) group by currency order by currency
`;
