/**
 * Each part of a verification is one statement: it reads a bounded number of rows in one snapshot, checks them and moves the checkpoint,
 * all or nothing. A verification that is killed continues after its last part.
 *
 * Every part returns its figures in each row, and a finding in each row that has a `check_number` (its place in `CHECKS`).
 */
import { rowOf, type RowOfColumns, sql, statement } from '../platform/database/index.js';
import { knownPrediction, knownPredictions } from './known-predictions.sql.js';
import { LedgerCheckpointEntity } from './ledger-checkpoint.entity.js';
import { COUNT_FINDINGS, FINDING, findings } from './ledger-findings.sql.js';
import { GROUPINGS, SUMS as ENTRY_SUMS } from './summaries/summaries.sql.js';
import { SummaryPositionEntity } from './summaries/summary-position.entity.js';

export const CONFIGURE = statement('credits.configure', {
  parameters: { names: sql.text.array, values: sql.text.array },
  text: 'select set_config(name, value, false) from unnest($names::text[], $values::text[]) as s (name, value)',
});

/** What entry `t` moves: into the wallet, into the held credits, from the debt, and from the system (granted, less earned). */
const MOVEMENTS = `
    case when t.destination = 'wallet' then t.amount when t.source = 'wallet' then -t.amount else 0 end as wallet,
    case when t.destination = 'held' then t.amount when t.source = 'held' then -t.amount else 0 end as held,
    case when t.source = 'debt' then t.amount when t.destination = 'debt' then -t.amount else 0 end as owed,
    case when t.source = 'system' then t.amount when t.destination in ('system', 'revenue') then -t.amount else 0 end as granted`;

export const TALLY = (id: string) => `
    select count(*) filter (where kind = 'charge') as charges, sum(amount) filter (where kind = 'charge') as charged,
      count(*) filter (where kind = 'refund') as refunds, count(*) filter (where kind = 'capture') as captures,
      sum(amount) filter (where kind in ('refund', 'capture')) as settled, max(id) as last_entry
    from ledger_transfers where prediction_id = ${id}`;

/**
 * Charges and settlements of the predictions of the CTE `predictions_of_part` (id, account_id, status, cost). The lateral
 * join forces an index lookup per prediction; any other plan may read the whole ledger for each part.
 */
const TALLIES = `tallies as materialized (
  select p.id, p.account_id, p.status, p.cost, t.*
  from predictions_of_part p cross join lateral (${TALLY('p.id')}) t
)`;

const CHECKPOINT_ROW = {
  ...rowOf(LedgerCheckpointEntity, 'only_row', 'pass', 'entries_to', 'entries', 'granted', 'predictions_to'),
  ...rowOf(LedgerCheckpointEntity, 'oldest_processing', 'sums_to', 'overview_to', 'findings'),
};

export type Checkpoint = RowOfColumns<typeof CHECKPOINT_ROW>;
/** Each row of a part has these beside its figures. */
export type PartRow = RowOfColumns<typeof FINDING>;

export const CHECKPOINT = statement('credits.checkpoint', {
  parameters: {},
  row: CHECKPOINT_ROW,
  text: 'select * from ledger_checkpoint',
});

/** A new pass reads everything anew. */
export const NEW_PASS = statement('credits.new-pass', {
  parameters: {},
  row: CHECKPOINT_ROW,
  text: `
update ledger_checkpoint set pass = pass + 1, entries_to = 0, entries = 0, granted = 0, sums_to = 0, overview_to = 0,
  findings = 0, predictions_to = '00000000-0000-0000-0000-000000000000', oldest_processing = null
returning *
`,
});

/**
 * Verifies the next entries of a pass. Predictions up to `walkedFrom` are not walked in this verification; those of them that have an
 * entry in this part are checked here.
 *
 * - entries: the entries of the part, with what each moves.
 * - ordered_entries: their place in the chain of their account.
 * - chained: the balance expected after each: the one before it, here or in the checkpoint, and its movement.
 * - sums: the sums per account.
 * - carried_sums: the checkpoints of the accounts, with the sums added.
 * - predictions_of_part: the predictions up to `walkedFrom` that have an entry here.
 * - tallies: their charges and settlements.
 * - part: the figures of the part. A part with fewer entries than `rows` ends at `to`.
 * - moved_checkpoint: the checkpoint, at the end of the part.
 */
export const ENTRIES = statement('credits.verify-entries', {
  parameters: {
    after: sql.bigint,
    to: sql.bigint,
    rows: sql.integer,
    pass: sql.bigint,
    walkedFrom: sql.uuid,
  },
  row: {
    ...{ entries_to: sql.bigint, entries: sql.bigint, granted: sql.bigint, findings_total: sql.bigint },
    ...FINDING,
  },
  text: `
with entries as materialized (
  select t.id, t.account_id, t.prediction_id, t.kind, t.destination, t.amount, t.balance_after, t.created_at, t.expires_at, ${MOVEMENTS}
  from ledger_transfers t where t.id > $after::bigint and t.id <= $to::bigint order by t.id limit $rows::int
),
ordered_entries as materialized (
  select e.account_id, e.id, e.balance_after, e.wallet, e.held, e.owed, e.granted, lag(e.balance_after) over chain as previous,
    lead(e.id) over chain is null as is_last
  from entries e window chain as (partition by e.account_id order by e.id)
),
chained as materialized (
  select o.*, o.wallet + coalesce(o.previous, (
      select balance_after from ledger_account_checkpoints where account_id = o.account_id and pass = $pass::bigint), 0) as expected
  from ordered_entries o
),
sums as materialized (
  select account_id, sum(wallet)::bigint as wallet, sum(held)::bigint as held, sum(owed)::bigint as owed, sum(granted)::bigint as granted,
    max(balance_after) filter (where is_last) as balance_after
  from ordered_entries group by account_id
),
carried_sums as (
  insert into ledger_account_checkpoints as c (account_id, pass, wallet, held, owed, granted, balance_after)
  select account_id, $pass::bigint, wallet, held, owed, granted, balance_after from sums order by account_id
  on conflict (account_id) do update set pass = excluded.pass, balance_after = excluded.balance_after,
    wallet = excluded.wallet + case when c.pass = excluded.pass then c.wallet else 0 end,
    held = excluded.held + case when c.pass = excluded.pass then c.held else 0 end,
    owed = excluded.owed + case when c.pass = excluded.pass then c.owed else 0 end,
    granted = excluded.granted + case when c.pass = excluded.pass then c.granted else 0 end
),
predictions_of_part as (
  select p.* from (select distinct prediction_id as id from entries where prediction_id <= $walkedFrom::uuid) e
  cross join lateral (${knownPrediction(['id', 'account_id', 'status', 'cost'], 'e.id')}) p
),
${TALLIES},
${findings('entries', 'predictions')},
part as materialized (
  select case when count(*) < $rows::int then $to::bigint else max(id) end as entries_to, count(*) as entries,
    coalesce(sum(granted), 0)::bigint as granted, (select count(*) from findings) as findings_total
  from entries
),
moved_checkpoint as (
  update ledger_checkpoint c set entries_to = p.entries_to, entries = c.entries + p.entries, granted = c.granted + p.granted,
    findings = c.findings + p.findings_total
  from part p
)
select p.*, f.* from part p left join findings f on true
`,
});

/**
 * Verifies the next predictions, also removed ones.
 *
 * - predictions_of_part: the predictions of the part.
 * - tallies: their charges and settlements.
 * - part: the figures of the part.
 * - moved_checkpoint: the checkpoint, at the end of the part, with the first prediction that is still processing.
 */
export const PREDICTIONS = statement('credits.verify-predictions', {
  parameters: { after: sql.uuid, rows: sql.integer },
  row: {
    ...{ predictions: sql.bigint, predictions_to: sql.uuid.orNull, oldest_processing: sql.uuid.orNull },
    ...{ findings_total: sql.bigint, ...FINDING },
  },
  text: `
with predictions_of_part as materialized (
  (select id, account_id, status, cost from predictions where id > $after::uuid order by id limit $rows::int)
  union all
  (select id, account_id, status, cost from removed_predictions where id > $after::uuid order by id limit $rows::int)
  order by id limit $rows::int
),
${TALLIES},
${findings('predictions')},
part as materialized (
  select count(*) as predictions, (select id from predictions_of_part order by id desc limit 1) as predictions_to,
    (select id from predictions_of_part where status = 'processing' order by id limit 1) as oldest_processing,
    (select count(*) from findings) as findings_total
  from predictions_of_part
),
moved_checkpoint as (
  update ledger_checkpoint c set predictions_to = coalesce(p.predictions_to, c.predictions_to),
    oldest_processing = coalesce(c.oldest_processing, p.oldest_processing), findings = c.findings + p.findings_total
  from part p
)
select p.*, f.* from part p left join findings f on true
`,
});

/**
 * No prediction that is committed from now on has a lower id. Ids begin with the time of the process that makes them; the clocks of
 * processes differ by less than an hour.
 */
export const EARLIEST_ID = statement('credits.earliest-id', {
  parameters: {},
  row: { earliest: sql.uuid },
  text: `
select (lpad(to_hex((extract(epoch from clock_timestamp() - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  as earliest
`,
});

/** The next walk begins at the first prediction that was processing, and at the latest at the EARLIEST_ID of when this one began. */
export const END_PREDICTIONS = statement('credits.end-predictions', {
  parameters: { earliest: sql.uuid },
  text: `
update ledger_checkpoint set oldest_processing = null, predictions_to = least(predictions_to, $earliest::uuid,
  (left(oldest_processing::text, 13) || '-0000-0000-000000000000')::uuid)
`,
});

/** The last summed entry, for SUMS_VERIFIED when the walk that begins now has ended. */
export const SUMMED_TO = statement('credits.summed-to', {
  parameters: {},
  row: rowOf(SummaryPositionEntity, 'entries_to'),
  text: 'select entries_to from summary_position',
});

/**
 * Verifies the sums of the next quarters of an hour of accounts that have an entry after `verifiedTo`, of at most `rows` predictions or
 * one quarter. It adds up the predictions' entries up to the position, in one snapshot with it.
 *
 * - next_quarters: quarters with such an entry.
 * - quarters: those of the part.
 * - recorded_sums: their rows of spending_sums. The lateral joins here and below force index lookups.
 * - entries: the summed entries of the predictions created in them.
 * - expected_sums: what the rows should be.
 * - compared_sums: both beside each other, as text; null when there is no such row.
 * - part: the figures of the part.
 */
export const SUMS = statement('credits.verify-sums', {
  parameters: { account: sql.uuid, quarter: sql.timestamptz, rows: sql.integer, verifiedTo: sql.bigint },
  row: {
    ...{ account_to: sql.uuid.orNull, quarter_to: sql.timestamptz.orNull, findings_total: sql.bigint },
    ...FINDING,
  },
  text: `
with next_quarters as materialized (
  select account_id, quarter, predictions from spending_sums
  where grouping = 'all' and (account_id, quarter) > ($account::uuid, $quarter::timestamptz) and last_entry > $verifiedTo::bigint
  order by account_id, quarter limit $rows::int
),
quarters as materialized (
  select account_id, quarter from (
    select account_id, quarter, predictions, sum(predictions) over (order by account_id, quarter) - predictions as earlier
    from next_quarters) q
  where earlier < $rows::int
),
recorded_sums as materialized (
  select s.* from quarters q cross join unnest(array['all', 'model', 'key']) as kinds (grouping) cross join lateral (
    select grouping, account_id, quarter, value, charged, refunded, predictions, completed, failed from spending_sums
    where grouping = kinds.grouping and account_id = q.account_id and quarter = q.quarter offset 0) s
),
entries as materialized (
  select q.account_id, q.quarter, p.model_key, p.key_id, e.kind, e.amount
  from quarters q cross join lateral (
    ${knownPredictions(['id', 'model_key', 'key_id'], `account_id = q.account_id and created_at >= q.quarter and created_at < q.quarter + interval '15 minutes'`)} offset 0) p
  cross join lateral (
    select kind, amount from ledger_transfers
    where prediction_id = p.id and id <= (select entries_to from summary_position) offset 0) e
),
expected_sums as materialized (
  select g.grouping, e.account_id, e.quarter, g.value, ${ENTRY_SUMS}
  from entries e cross join lateral (select e.model_key, e.key_id) p cross join lateral ${GROUPINGS}
  group by 1, 2, 3, 4
),
compared_sums as materialized (
  select account_id, quarter, grouping, value, r.sums as recorded, e.sums as expected
  from (select grouping, account_id, quarter, value, row(charged, refunded, predictions, completed, failed)::text as sums from recorded_sums) r
  full join (select grouping, account_id, quarter, value, row(charged, refunded, predictions, completed, failed)::text as sums from expected_sums) e
    using (grouping, account_id, quarter, value)
),
${findings('sums')},
part as materialized (
  select (select account_id from quarters order by account_id desc, quarter desc limit 1) as account_to,
    (select quarter from quarters order by account_id desc, quarter desc limit 1) as quarter_to,
    (select count(*) from findings) as findings_total
),
${COUNT_FINDINGS}`,
});

export const SUMS_VERIFIED = statement('credits.sums-verified', {
  parameters: { verifiedTo: sql.bigint },
  text: 'update ledger_checkpoint set sums_to = $verifiedTo returning *',
});

/**
 * Verifies the next accounts in a pass whose entries are summed up to `summedTo`.
 *
 * - accounts_of_part: the accounts of the part, with their wallets.
 * - newer_sums: the sums of the later entries, per account. Few: the walk over the entries has just ended there.
 * - processing_costs: the cost of what is processing, per account. Read by the partial index of deadlines: an index by
 *   account would have to read the account's finished predictions as well.
 * - compared_wallets: the wallets with the sums of all their entries: those of the checkpoint and the newer ones. The lateral
 *   join forces an index lookup per account; any other plan may read all checkpoints for each part.
 * - part: the figures of the part; `customers` and `granted` add up over the accounts to the sum of the ledger.
 */
export const ACCOUNTS = statement('credits.verify-accounts', {
  parameters: { after: sql.uuid, rows: sql.integer, pass: sql.bigint, summedTo: sql.bigint },
  row: {
    ...{ accounts: sql.bigint, accounts_to: sql.uuid.orNull, customers: sql.text, granted: sql.text },
    ...{ findings_total: sql.bigint, ...FINDING },
  },
  text: `
with accounts_of_part as materialized (
  select a.id, coalesce(w.balance, 0) as balance, coalesce(w.held, 0) as held, coalesce(w.owed, 0) as owed
  from (select id from accounts where id > $after::uuid order by id limit $rows::int) a
  left join lateral (select balance, held, owed from wallets w where w.account_id = a.id order by epoch desc limit 1) w on true
),
newer_sums as materialized (
  select account_id, sum(wallet)::bigint as wallet, sum(held)::bigint as held, sum(owed)::bigint as owed, sum(granted)::bigint as granted
  from (select t.account_id, ${MOVEMENTS} from ledger_transfers t where t.id > $summedTo::bigint) t
  group by account_id
),
processing_costs as materialized (
  select account_id, sum(cost)::bigint as cost from predictions
  where status = 'processing' and deadline_at > '-infinity' group by account_id
),
compared_wallets as materialized (
  select a.id, a.balance, a.held, a.owed, coalesce(c.wallet, 0) + coalesce(n.wallet, 0) as wallet_entries, coalesce(c.held, 0) + coalesce(n.held, 0) as held_entries,
    coalesce(c.owed, 0) + coalesce(n.owed, 0) as owed_entries, coalesce(n.granted, 0) as newer_granted, coalesce(p.cost, 0) as processing
  from accounts_of_part a
  left join lateral (
    select wallet, held, owed from ledger_account_checkpoints where account_id = a.id and pass = $pass::bigint limit 1) c on true
  left join newer_sums n on n.account_id = a.id
  left join processing_costs p on p.account_id = a.id
),
${findings('accounts')},
part as materialized (
  select count(*) as accounts, (select id from accounts_of_part order by id desc limit 1) as accounts_to,
    coalesce(sum(balance + held - owed), 0)::text as customers, coalesce(sum(newer_granted), 0)::text as granted,
    (select count(*) from findings) as findings_total
  from compared_wallets
),
${COUNT_FINDINGS}`,
});

export const COUNT_FINDING = statement('credits.count-finding', {
  parameters: {},
  text: 'update ledger_checkpoint set findings = findings + 1 returning *',
});
