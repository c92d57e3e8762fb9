/**
 * The statements that charge and settle write no lots: the lots of an account are computed from its ledger, up to the entry of its
 * position.
 *
 * - An account's entries become visible in the order of their ids, because each statement locks the account before its entries get one. So
 *   the entries after a position can be read at any time, without the account's lock.
 * - What writes lots has locked the position. What has expired is settled under the lock of the account, which is locked first.
 */
import { rowOf, sql, statement } from '../../platform/database/index.js';
import { CreditPositionEntity } from './credit-position.entity.js';

const milliseconds = (instant: string) => `floor(extract(epoch from ${instant}) * 1000)::bigint`;

/** Whether credits of a row of `wallets` have expired and are still in its balance: every read of a balance must check it. */
export const IS_EXPIRY_DUE = 'coalesce(credits_expire_at <= clock_timestamp(), false)';

export const IS_DUE = statement('credits.is-due', {
  parameters: { account: sql.uuid },
  row: { is_due: sql.boolean },
  text: `select ${IS_EXPIRY_DUE} as is_due from wallets where account_id = $account`,
});

/** No row: the account has no credits that expire. */
export const LOCK_POSITION = statement('credits.lock-position', {
  parameters: { account: sql.uuid },
  text: 'select 1 from credit_positions where account_id = $account for update',
});

/** Amounts are texts, times milliseconds since 1970. */
interface EntryRow {
  kind: 'grant' | 'charge' | 'capture' | 'refund' | 'adjustment' | 'debt' | 'expiry';
  source: string;
  amount: string;
  prediction: string | null;
  at: number | null;
  /** Of a capture or refund: what the prediction held of lots, up to the position. */
  holds: { at: number; amount: string }[] | null;
}

/**
 * The lots of an account and the next entries after its position, in one snapshot. `entries_to` is after the entries; null: the account
 * has no credits that expire.
 *
 * - positions: the position, if the account has credits that expire.
 * - tail: the entries after it. The limit forces a read of the index in order.
 */
export const READ_LOTS = statement('credits.read-lots', {
  parameters: { account: sql.uuid, most: sql.integer },
  row: {
    now: sql.bigint,
    entries_to: sql.bigint.orNull,
    lots: sql.json.as<{ at: number; remaining: string; held: string }[]>(),
    entries: sql.json.as<EntryRow[]>(),
  },
  text: `
with positions as materialized (
  select entries_to from credit_positions where account_id = $account::uuid
),
tail as materialized (
  select t.id, t.kind, t.source, t.amount, t.prediction_id, t.expires_at from ledger_transfers t
  where t.account_id = $account::uuid and t.id > (select entries_to from positions) order by t.id limit $most::int
)
select ${milliseconds('clock_timestamp()')} as now,
  coalesce((select max(id) from tail), (select entries_to from positions)) as entries_to,
  coalesce((
    select json_agg(json_build_object('at', ${milliseconds('expires_at')}, 'remaining', remaining::text, 'held', held::text))
    from credit_lots where account_id = $account::uuid), '[]') as lots,
  coalesce((
    select json_agg(json_build_object('kind', kind, 'source', source, 'amount', amount::text, 'prediction', prediction_id,
      'at', ${milliseconds('expires_at')}, 'holds', case when kind in ('capture', 'refund') then (
        select json_agg(json_build_object('at', ${milliseconds('h.expires_at')}, 'amount', h.amount::text))
        from credit_holds h where h.account_id = $account::uuid and h.prediction_id = tail.prediction_id) end) order by id)
    from tail), '[]') as entries
`,
});

/**
 * Stores the lots of an account after an entry.
 *
 * - lots: the changed lots.
 * - written_lots: those of which something is left or held.
 * - removed_lots: those of which nothing is.
 * - begun_holds: what predictions hold of lots from now on.
 * - ended_holds: what settled predictions held.
 */
export const WRITE_LOTS = statement('credits.write-lots', {
  parameters: {
    account: sql.uuid,
    entriesTo: sql.bigint,
    lots: sql.jsonb,
    begun: sql.jsonb,
    ended: sql.uuid.array,
  },
  text: `
with lots as materialized (
  select l.at as expires_at, l.remaining, l.held from jsonb_to_recordset($lots::jsonb) as l (at timestamptz, remaining bigint, held bigint)
),
written_lots as (
  insert into credit_lots (account_id, expires_at, remaining, held)
  select $account::uuid, expires_at, remaining, held from lots where remaining + held > 0
  on conflict (account_id, expires_at) do update set remaining = excluded.remaining, held = excluded.held
),
removed_lots as (
  delete from credit_lots where account_id = $account::uuid and expires_at in (select expires_at from lots where remaining + held = 0)
),
begun_holds as (
  insert into credit_holds (account_id, prediction_id, expires_at, amount)
  select $account::uuid, h."predictionId", h.at, h.amount
  from jsonb_to_recordset($begun::jsonb) as h ("predictionId" uuid, at timestamptz, amount bigint)
),
ended_holds as (
  delete from credit_holds where account_id = $account::uuid and prediction_id = any($ended::uuid[])
)
update credit_positions set entries_to = $entriesTo::bigint, unread = 0 where account_id = $account::uuid
`,
});

/**
 * Enters what has expired (place, at, amount, balance), in its order. Returns the last entry.
 *
 * - entered: the entries.
 */
export const ENTER_EXPIRIES = statement('credits.enter-expiries', {
  parameters: { account: sql.uuid, expired: sql.jsonb },
  row: { last_id: sql.bigint },
  text: `
with entered as (
  insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after, expires_at)
  select $account::uuid, 'expiry', 'wallet', 'system', e.amount, e.balance, e.at
  from jsonb_to_recordset($expired::jsonb) as e (place int, at timestamptz, amount bigint, balance bigint) order by e.place
  returning id
)
select max(id) as last_id from entered
`,
});

/**
 * The locked account after what has expired left its wallet: when its next credits expire (null: no future ones), and whether it holds
 * expired ones. With neither it has no credits that expire (`isEmpty`).
 *
 * - positions: when a worker settles the account next.
 * - removed_positions: of an account without credits that expire.
 */
export const SETTLE_WALLET = statement('credits.settle-wallet', {
  parameters: {
    account: sql.uuid,
    expired: sql.bigint,
    nextAt: sql.timestamptz.orNull,
    hasExpiredHeld: sql.boolean,
    isEmpty: sql.boolean,
  },
  text: `
with positions as (
  update credit_positions set due_at = coalesce($nextAt::timestamptz, 'infinity')
  where account_id = $account::uuid and not $isEmpty::boolean
),
removed_positions as (
  delete from credit_positions where account_id = $account::uuid and $isEmpty::boolean
)
update wallets set balance = balance - $expired::bigint, has_expired_held = $hasExpiredHeld::boolean,
  credits_expire_at = case when not $isEmpty::boolean then coalesce($nextAt::timestamptz, 'infinity') end,
  balance_updated_at = case when $expired::bigint > 0 then clock_timestamp() else balance_updated_at end
where account_id = $account::uuid
`,
});

/** The lots of an account are computed from the grant on, or from where they are computed already. */
export const TRACK = statement('credits.track', {
  parameters: { account: sql.uuid, grant: sql.bigint, expiresAt: sql.timestamptz },
  text: `
insert into credit_positions as p (account_id, entries_to, due_at) values ($account, $grant::bigint - 1, $expiresAt::timestamptz)
on conflict (account_id) do update set due_at = least(p.due_at, excluded.due_at)
`,
});

/** How many grants of an account have a time in the future, counted up to `most`, and whether `expiresAt` is one. */
export const COUNT_LIVE = statement('credits.count-live', {
  parameters: { account: sql.uuid, most: sql.integer, expiresAt: sql.timestamptz },
  row: { grants: sql.integer, is_future: sql.boolean },
  text: `
select count(*)::int as grants, $expiresAt::timestamptz > clock_timestamp() as is_future from (
  select 1 from ledger_transfers where account_id = $account and expires_at > clock_timestamp() limit $most::int) live
`,
});

/** Includes accounts to which a refund may have returned expired credits since. */
export const DUE_ACCOUNTS = statement('credits.due-accounts', {
  parameters: { most: sql.integer },
  row: rowOf(CreditPositionEntity, 'account_id'),
  text: `
select account_id from credit_positions where due_at <= (select clock_timestamp()) order by due_at limit $most::int
`,
});

export const UNREAD_ACCOUNTS = statement('credits.unread-accounts', {
  parameters: { most: sql.integer },
  row: rowOf(CreditPositionEntity, 'account_id'),
  text: `
select account_id from credit_positions where unread >= 1000 order by unread desc limit $most::int
`,
});

/** Needs the CTE `entries` (account_id, kind). Refunds may have returned expired credits. */
export const COUNT_UNREAD = `unread_entries as (
  update credit_positions p set unread = p.unread + e.entries,
    due_at = case when e.has_refund then '-infinity' else p.due_at end
  from (select account_id, count(*) as entries, bool_or(kind = 'refund') as has_refund from entries group by account_id) e
  where p.account_id = any(array(select account_id from entries)) and p.account_id = e.account_id
)`;
