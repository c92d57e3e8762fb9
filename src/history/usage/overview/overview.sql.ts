/** No statement reads a prediction but those of entries that are not summed yet. */
import { AMOUNTS, ENTRY_COLUMNS, FIGURES_OF, placedEntries, startOf } from '../../../credits/index.js';
import { type RowOfStatement, sql, statement } from '../../../platform/database/index.js';

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

interface AmountOfAllTimes {
  figure: string;
  value: string;
  amount: string;
}

const FIGURES = `array[${['failure', ...AMOUNTS].map((figure) => `'${figure}'`).join(', ')}]`;

/** The whole days of the range [`$from`, `$to`) are [`$firstDay`, `$endOfDays`), or both its end. */
const summedIn = (columns: string, figures: string) => `
    select ${columns} from overview_sums
    where span = 'day' and figure = any (${figures}) and starts_at >= $firstDay and starts_at < $endOfDays
    union all
    select ${columns} from overview_sums
    where span = 'hour' and figure = any (${figures}) and starts_at >= $from and starts_at < $firstDay
    union all
    select ${columns} from overview_sums
    where span = 'hour' and figure = any (${figures}) and starts_at >= $endOfDays and starts_at < $to`;

/**
 * Returns what the ledger's entries of a range add up to, by model, error code or destination, and by steps. For steps of hours the whole
 * days are empty.
 * - unsummed_entries: the entries after the position.
 * - placed_entries: with the time at which they count.
 * - unsummed: their figures.
 * - sums: the sums of the range and its unsummed figures.
 * - sums_by_value: added up by model, error code or destination.
 * - sums_by_step: added up by steps.
 * - sums_of_all_times: the amounts of all times.
 * - active_accounts: accounts with a charge, once for each sum that has them.
 */
export const OVERVIEW = statement('usage.overview', {
  parameters: {
    from: sql.timestamptz,
    to: sql.timestamptz,
    firstDay: sql.timestamptz,
    endOfDays: sql.timestamptz,
    step: sql.interval,
  },
  row: {
    unsummed: sql.integer,
    by_value: sql.jsonb.as<(SummedFigure & { value: string })[]>(),
    /** `at`: the milliseconds of the start of the step. */
    by_step: sql.jsonb.as<(SummedFigure & { at: number })[]>(),
    of_all_times: sql.jsonb.as<AmountOfAllTimes[]>(),
    /** Null: too many. */
    active: sql.integer.orNull,
  },
  text: `
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
    where figure <> 'account' and counted_at >= $from and counted_at < $to
),
sums_by_value as (
  select figure, value, sum(entries)::int as entries, sum(amount)::text as amount from sums group by 1, 2
),
sums_by_step as (
  select figure, (extract(epoch from ${startOf('$step::interval', 'starts_at')}) * 1000)::bigint as at, sum(entries)::int as entries,
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
    select value from unsummed where figure = 'account' and counted_at >= $from and counted_at < $to
  ) a limit ${MAX_ACTIVE + 1}
)
select (select count(*)::int from unsummed_entries) as unsummed,
  (select coalesce(jsonb_agg(s), '[]') from sums_by_value s) as by_value,
  (select coalesce(jsonb_agg(s), '[]') from sums_by_step s) as by_step,
  (select coalesce(jsonb_agg(s), '[]') from sums_of_all_times s) as of_all_times,
  (select case when sum(times) <= ${MAX_ACTIVE} or sum(times) is null then count(*)::int end
   from (select count(*) as times from active_accounts group by value) a) as active
`,
});

export type OverviewRow = RowOfStatement<typeof OVERVIEW>;

/** The ids are those of what was created in the range of times. */
const CREATED = { from: sql.timestamptz, to: sql.timestamptz, firstId: sql.uuid, endId: sql.uuid };

/**
 * Null: too many.
 * - new_accounts: the rows of the accounts that were created in the range.
 */
export const NEW_ACCOUNTS = statement('usage.new-accounts', {
  parameters: CREATED,
  row: { added: sql.integer.orNull },
  text: `
with new_accounts as (
  select id from accounts where id >= $firstId::uuid and id < $endId::uuid and created_at >= $from and created_at < $to limit ${MAX_NEW + 1}
)
select case when count(*) <= ${MAX_NEW} then count(distinct id)::int end as added from new_accounts
`,
});

/**
 * Adds up the payments of a range that granted credits, by currency, and what of them has gone back. Money in minor units, credits in
 * thousandths. `counted`: the payments that were read.
 * - granted_payments: the payments.
 * - reversals: their refunds and disputes, less those that failed or were won. The lateral join forces an index lookup per payment.
 */
export const PAYMENTS_OF_RANGE = statement('usage.payments-of-range', {
  parameters: CREATED,
  row: {
    /** Payments that granted credits have a currency. */
    currency: sql.text.notNull,
    payments: sql.integer,
    paid: sql.text,
    reversed: sql.text,
    credits: sql.text,
    taken_back: sql.text,
    counted: sql.integer,
  },
  text: `
with granted_payments as materialized (
  select id, currency, amount, credits, taken_back from payments
  where id >= $firstId::uuid and id < $endId::uuid and created_at >= $from and created_at < $to and credits > 0 limit ${MAX_PAYMENTS + 1}
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
`,
});

export type PaymentsRow = RowOfStatement<typeof PAYMENTS_OF_RANGE>;
