/**
 * A crossing is noticed when entries are summed, so that no statement that moves credits reads or writes an alert.
 *
 * - The newest entry of an account has its balance: its statement locked the wallet before the entry got an id.
 * - SET_ALERT runs after LOCK_WALLET. No entry is committed meanwhile, so each is in `from_entry` or is summed after the alert is visible.
 */
import { rowOf, type RowOfStatement, sql, statement } from '../../platform/database/index.js';
import { BalanceAlertEntity } from './balance-alert.entity.js';

/**
 * Compares the balances of the accounts of `entries` (account_id) with their alerts, in the statement that sums those entries. With entries
 * that are summed again it has no effect: it compares the newest balance.
 *
 * - alerted_accounts: those that have an alert, with their newest entry. Lateral joins force index lookups.
 * - crossings: alerts whose balance has crossed since. Downwards a mail is due, upwards none any more.
 */
export const CROSSINGS = `alerted_accounts as materialized (
  select b.account_id, n.id, n.balance_after
  from (select distinct account_id from entries) e
  cross join lateral (select account_id from balance_alerts where account_id = e.account_id and below is not null offset 0) b
  cross join lateral (
    select id, balance_after from ledger_transfers t where t.account_id = b.account_id order by id desc limit 1) n
),
crossings as (
  update balance_alerts b set is_low = n.balance_after < b.below, from_entry = n.id, attempts = 0,
    mail_due_at = case when n.balance_after < b.below then clock_timestamp() end
  from alerted_accounts n
  where b.account_id = any(array(select account_id from alerted_accounts)) and b.account_id = n.account_id
    and n.id > b.from_entry and (n.balance_after < b.below) <> b.is_low
)`;

/**
 * Sets the alert of an account, or removes it (null). A balance below it counts as a crossing, unless it was already below the alert
 * before. Returns that alert, or no row.
 *
 * - earlier_alerts: the alert before, locked.
 * - balances: whether the balance is low, whether it was, and the newest entry.
 * - set_alerts: the alert. A crossing has a mail that is due; a balance that stays low keeps what it has.
 */
export const SET_ALERT = statement('credits.set-alert', {
  parameters: { account: sql.uuid, below: sql.bigint.orNull },
  row: rowOf(BalanceAlertEntity, 'below'),
  text: `
with earlier_alerts as materialized (
  select below, is_low from balance_alerts where account_id = $account::uuid for update
),
balances as materialized (
  select coalesce(a.balance < $below::bigint, false) as is_low,
    exists (select from earlier_alerts e where e.is_low and a.balance < e.below) as was_low,
    coalesce((select max(id) from ledger_transfers where account_id = $account::uuid), 0) as newest
  from wallets a where a.account_id = $account::uuid
),
set_alerts as (
  insert into balance_alerts as b (account_id, below, is_low, from_entry, mail_due_at)
  select $account::uuid, $below::bigint, is_low, newest, case when is_low then clock_timestamp() end from balances
  on conflict (account_id) do update set below = excluded.below, is_low = excluded.is_low, from_entry = excluded.from_entry,
    mail_due_at = case when (select was_low from balances) and excluded.is_low then b.mail_due_at else excluded.mail_due_at end,
    attempts = case when (select was_low from balances) and excluded.is_low then b.attempts else 0 end
)
select below from earlier_alerts
`,
});

/**
 * Leases due mails; those that another worker has locked are skipped. A mail beyond the first `perHour` of an account within an hour is
 * deferred to the end of the hour. `lease` identifies the crossing together with the lease.
 *
 * - due_alerts: due ones, locked.
 */
export const LEASE_MAILS = statement('credits.lease-mails', {
  parameters: { most: sql.integer, leaseSeconds: sql.integer, perHour: sql.integer },
  row: {
    ...rowOf(BalanceAlertEntity, 'account_id', 'attempts'),
    ...{ below: sql.bigint.notNull, balance: sql.bigint, lease: sql.text, is_deferred: sql.boolean },
  },
  text: `
with due_alerts as materialized (
  select account_id, attempts = 0 as is_first, coalesce(mails_since > clock_timestamp() - interval '1 hour', false) as is_within_hour,
    attempts = 0 and mails >= $perHour::int and coalesce(mails_since > clock_timestamp() - interval '1 hour', false) as is_deferred
  from balance_alerts where mail_due_at <= clock_timestamp() order by mail_due_at limit $most::int for no key update skip locked
)
update balance_alerts b set
  mail_due_at = case when d.is_deferred then b.mails_since + interval '1 hour'
    else clock_timestamp() + make_interval(secs => $leaseSeconds::int) end,
  attempts = b.attempts + (not d.is_deferred)::int,
  mails = case when d.is_deferred or not d.is_first then b.mails when d.is_within_hour then b.mails + 1 else 1 end,
  mails_since = case when d.is_first and not d.is_within_hour then clock_timestamp() else b.mails_since end
from due_alerts d
where b.account_id = any(array(select account_id from due_alerts)) and b.account_id = d.account_id
returning b.account_id, b.below, (select balance from wallets w where w.account_id = b.account_id) as balance, b.attempts,
  b.mail_due_at::text as lease, d.is_deferred
`,
});

export type DueMailRow = RowOfStatement<typeof LEASE_MAILS>;

/** Ends the mail about a crossing, unless another crossing or lease has replaced it. */
export const END_MAIL = statement('credits.end-mail', {
  parameters: { account: sql.uuid, lease: sql.timestamptz },
  text: 'update balance_alerts set mail_due_at = null where account_id = $account and mail_due_at = $lease::timestamptz',
});
