/**
 * The statements of credits that expire. The statements that charge and settle write no lots: the lots of an account are computed from
 * its ledger, up to the entry of its position.
 *
 * - An account's entries become visible in the order of their ids, because each statement locks the account before its entries get one.
 *   So the entries after a position can be read at any time, without the account's lock.
 * - Whoever writes lots has locked the position. What has expired is settled under the lock of the account, which is locked first.
 */

/** An instant as whole milliseconds since 1970. */
const milliseconds = (instant: string) => `floor(extract(epoch from ${instant}) * 1000)::bigint`;

/** Whether credits of a row of `wallets` have expired and are still in its balance: every read of a balance asks. */
export const IS_EXPIRY_DUE = 'coalesce(credits_expire_at <= clock_timestamp(), false)';

/** IS_DUE: whether credits of the account $1 have expired that are not settled. */
export const IS_DUE = `select ${IS_EXPIRY_DUE} as is_due from wallets where account_id = $1`;

/** LOCK_POSITION: locks the position of account $1. No row: it has no credits that expire. */
export const LOCK_POSITION = 'select 1 from credit_positions where account_id = $1 for update';

/** A row of READ_LOTS. Amounts are texts, times milliseconds since 1970. */
export interface LotsRow {
  now: string;
  /** After the entries; null: the account has no credits that expire. */
  entries_to: string | null;
  lots: { at: number; remaining: string; held: string }[];
  entries: EntryRow[];
}

export interface EntryRow {
  kind: 'grant' | 'charge' | 'capture' | 'refund' | 'adjustment' | 'debt' | 'expiry';
  source: string;
  amount: string;
  prediction: string | null;
  at: number | null;
  /** Of a capture or refund: what the prediction held of lots, up to the position. */
  holds: { at: number; amount: string }[] | null;
}

/**
 * READ_LOTS: the lots of account $1 and at most $2 entries after its position, in one snapshot.
 *
 * - positions: the position, if the account has credits that expire.
 * - tail: the entries after it. The limit forces a read of the index in order.
 */
export const READ_LOTS = `
with positions as materialized (
  select entries_to from credit_positions where account_id = $1::uuid
),
tail as materialized (
  select t.id, t.kind, t.source, t.amount, t.prediction_id, t.expires_at from ledger_transfers t
  where t.account_id = $1::uuid and t.id > (select entries_to from positions) order by t.id limit $2::int
)
select ${milliseconds('clock_timestamp()')} as now,
  coalesce((select max(id) from tail), (select entries_to from positions)) as entries_to,
  coalesce((
    select json_agg(json_build_object('at', ${milliseconds('expires_at')}, 'remaining', remaining::text, 'held', held::text))
    from credit_lots where account_id = $1::uuid), '[]') as lots,
  coalesce((
    select json_agg(json_build_object('kind', kind, 'source', source, 'amount', amount::text, 'prediction', prediction_id,
      'at', ${milliseconds('expires_at')}, 'holds', case when kind in ('capture', 'refund') then (
        select json_agg(json_build_object('at', ${milliseconds('h.expires_at')}, 'amount', h.amount::text))
        from credit_holds h where h.account_id = $1::uuid and h.prediction_id = tail.prediction_id) end) order by id)
    from tail), '[]') as entries
`;

/**
 * WRITE_LOTS: stores the lots of account $1 after the entry $2: the changed ones ($3), what began to be held ($4, JSON) and the
 * predictions that hold nothing any more ($5).
 *
 * - lots: the changed lots.
 * - written_lots: those of which something is left or held.
 * - removed_lots: those of which nothing is.
 * - begun_holds: what predictions hold of lots from now on.
 * - ended_holds: what settled predictions held.
 */
export const WRITE_LOTS = `
with lots as materialized (
  select l.at as expires_at, l.remaining, l.held from jsonb_to_recordset($3::jsonb) as l (at timestamptz, remaining bigint, held bigint)
),
written_lots as (
  insert into credit_lots (account_id, expires_at, remaining, held)
  select $1::uuid, expires_at, remaining, held from lots where remaining + held > 0
  on conflict (account_id, expires_at) do update set remaining = excluded.remaining, held = excluded.held
),
removed_lots as (
  delete from credit_lots where account_id = $1::uuid and expires_at in (select expires_at from lots where remaining + held = 0)
),
begun_holds as (
  insert into credit_holds (account_id, prediction_id, expires_at, amount)
  select $1::uuid, h."predictionId", h.at, h.amount
  from jsonb_to_recordset($4::jsonb) as h ("predictionId" uuid, at timestamptz, amount bigint)
),
ended_holds as (
  delete from credit_holds where account_id = $1::uuid and prediction_id = any($5::uuid[])
)
update credit_positions set entries_to = $2::bigint, unread = 0 where account_id = $1::uuid
`;

/**
 * ENTER_EXPIRIES: enters what has expired of account $1, of $2 (JSON: at, amount, balance), in its order. Returns the last entry.
 *
 * - entered: the entries.
 */
export const ENTER_EXPIRIES = `
with entered as (
  insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after, expires_at)
  select $1::uuid, 'expiry', 'wallet', 'system', e.amount, e.balance, e.at
  from jsonb_to_recordset($2::jsonb) as e (place int, at timestamptz, amount bigint, balance bigint) order by e.place
  returning id
)
select max(id) as last_id from entered
`;

/**
 * SETTLE_WALLET: the locked account $1 after what has expired ($2) left its wallet: when its next credits expire ($3; null: no
 * future ones), and whether it holds expired ones ($4). With neither it has no credits that expire ($5).
 *
 * - positions: when a worker settles the account next.
 * - removed_positions: of an account without credits that expire.
 */
export const SETTLE_WALLET = `
with positions as (
  update credit_positions set due_at = coalesce($3::timestamptz, 'infinity') where account_id = $1::uuid and not $5::boolean
),
removed_positions as (
  delete from credit_positions where account_id = $1::uuid and $5::boolean
)
update wallets set balance = balance - $2::bigint, has_expired_held = $4::boolean,
  credits_expire_at = case when not $5::boolean then coalesce($3::timestamptz, 'infinity') end,
  balance_updated_at = case when $2::bigint > 0 then clock_timestamp() else balance_updated_at end
where account_id = $1::uuid
`;

/** TRACK: the lots of account $1 are computed from the grant $2 on, whose credits expire at $3, or from where they are computed already. */
export const TRACK = `
insert into credit_positions as p (account_id, entries_to, due_at) values ($1, $2::bigint - 1, $3::timestamptz)
on conflict (account_id) do update set due_at = least(p.due_at, excluded.due_at)
`;

/** COUNT_LIVE: how many grants of account $1 have a time in the future, counted up to $2, and whether $3 is one. */
export const COUNT_LIVE = `
select count(*)::int as grants, $3::timestamptz > clock_timestamp() as is_future from (
  select 1 from ledger_transfers where account_id = $1 and expires_at > clock_timestamp() limit $2::int) live
`;

/** DUE_ACCOUNTS: at most $1 accounts with credits that have expired, or may have been refunded since. */
export const DUE_ACCOUNTS = `
select account_id from credit_positions where due_at <= (select clock_timestamp()) order by due_at limit $1::int
`;

/** UNREAD_ACCOUNTS: at most $1 accounts with many entries after the position. */
export const UNREAD_ACCOUNTS = `
select account_id from credit_positions where unread >= 1000 order by unread desc limit $1::int
`;

/**
 * Counts the entries of the CTE `entries` (account_id, kind) in the positions of their accounts. Refunds may have returned expired
 * credits.
 */
export const COUNT_UNREAD = `unread_entries as (
  update credit_positions p set unread = p.unread + e.entries,
    due_at = case when e.has_refund then '-infinity' else p.due_at end
  from (select account_id, count(*) as entries, bool_or(kind = 'refund') as has_refund from entries group by account_id) e
  where p.account_id = any(array(select account_id from entries)) and p.account_id = e.account_id
)`;
