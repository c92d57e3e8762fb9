/**
 * All SQL that moves credits. `generation/` composes the CTEs into the statements that create and settle predictions, because a transfer
 * must commit together with the prediction. A grant or an adjustment changes the wallet by one statement and enters its transfers by
 * others, in the transaction of its caller.
 *
 * - Every statement locks wallets in the order of their accounts and computes from the locked rows. Parallel statements never spend the
 *   same credit twice and never deadlock.
 * - No statement computes from the updated row (`x.balance`): PostgreSQL checks the constraints of the new row before it detects a
 *   concurrent update of the old one, and would reject a charge that a just committed grant covers.
 * - What an account owes (`owed`) is covered first by every statement that gives credits to its wallet, and while it owes anything no
 *   statement charges it.
 * - While credits of an account have expired and are still in its wallet, no statement charges it: `expiry/` takes them out first. Which
 *   credits a charge spends is computed from the ledger, later.
 * - The account's position in the fair queue (`fair_tag`) is in the same row and is written by the same update.
 * - Wallets are looked up by their newest epoch (`seen`), so that a held snapshot slows neither a creation nor a settlement.
 */
import {
  countUpdate,
  newestEpoch,
  rowOf,
  type RowOfStatement,
  sql,
  statement,
} from '../platform/database/index.js';
import { IS_EXPIRY_DUE } from './expiry/credit-expiry.sql.js';
import { LedgerTransferEntity } from './ledger-transfer.entity.js';
import { WalletEntity } from './wallet.entity.js';

const newestWallet = (account: string) => newestEpoch('wallets', 'account_id', account, 'spend_limits');

/** Returns the condition that a wallet is this account's, of the epoch `seen` or a later one. */
const isWallet = (wallet: string, account: string, seen: string) =>
  `${wallet}.account_id = ${account} and ${wallet}.epoch >= ${seen}`;

/** For an update of a handful of wallets, the planner may read the whole index; the second condition then bounds what it reads of it. */
const isLocked = (wallet: string, account: string, seen: string) =>
  `${isWallet(wallet, account, seen)}
    and ${wallet}.epoch >= (select min(seen) from locked_wallets)`;

/**
 * Locks the wallets of the accounts of `rows` (a CTE with `account_id`) in the order of their ids and reads their balances. `is_stale`: a
 * spend limit was set or removed while the statement waited, and its snapshot is older.
 */
export const lockWallets = (rows: string) => `locked_wallets as materialized (
  select w.* from (
    select distinct account_id from ${rows} order by account_id
  ) r cross join lateral ${newestWallet('r.account_id')} n cross join lateral (
    select account_id, n.seen, balance, held, owed, fair_tag, credits_expire_at, has_expired_held, spend_limits,
      spend_limits <> n.spend_limits_seen as is_stale
    from wallets x where ${isWallet('x', 'r.account_id', 'n.seen')} for update
  ) w
)`;

/**
 * What charges the account or changes its plan, its months, its subscriptions or its alert waits for the end of the transaction. The lock
 * comes before any lock of the account's own row, as in the statements that charge. `is_due`: credits have expired and are still in the
 * balance.
 */
export const LOCK_WALLET = statement('credits.lock-wallet', {
  parameters: { account: sql.uuid },
  row: { ...rowOf(WalletEntity, 'balance', 'owed'), is_due: sql.boolean },
  text: `
select balance, owed, ${IS_EXPIRY_DUE} as is_due from wallets where account_id = $account for update
`,
});

export type LockedWallet = RowOfStatement<typeof LOCK_WALLET>;

/** Takes no lock. */
export const READ_WALLETS = statement('credits.read-wallets', {
  parameters: { accounts: sql.uuid.array },
  row: {
    ...{ id: sql.uuid, ...rowOf(WalletEntity, 'balance', 'held', 'owed', 'balance_updated_at') },
    ...{ has_spend_limits: sql.boolean, has_expiring: sql.boolean, is_due: sql.boolean },
    ...{ plan: sql.text, alert_below: sql.bigint.orNull },
  },
  isPrepared: true,
  text: `
select w.*, a.plan, (select below from balance_alerts b where b.account_id = a.id) as alert_below
from unnest($accounts::uuid[]) r (id) join accounts a on a.id = r.id cross join lateral (
  select account_id as id, balance, held, owed, balance_updated_at, spend_limits > 0 as has_spend_limits,
    credits_expire_at is not null as has_expiring, ${IS_EXPIRY_DUE} as is_due
  from wallets x
  where x.account_id <= a.id order by x.account_id desc, epoch desc limit 1
) w where w.id = a.id
`,
});

/** Is evaluated after the lock of wallet `w`: later than every statement it waited for. */
export const NOT_DUE = '(w.credits_expire_at is null or w.credits_expire_at > clock_timestamp())';

/**
 * A call (`calls`: ord, account_id, cost) is accepted when the balance covers it and all calls of its account before it. No call of an
 * account that owes credits, or whose credits have expired, whatever it costs. No call of an account that has, or had, spend limits: those
 * need AFFORDABLE_CALLS_WITHIN_LIMITS.
 */
export const AFFORDABLE_CALLS = `affordable_calls as materialized (
  select * from (
    select c.*, w.balance, sum(c.cost) over (partition by c.account_id order by c.ord) as running
    from calls c join locked_wallets w on w.account_id = c.account_id where w.spend_limits = 0 and w.owed = 0 and ${NOT_DUE}) c
  where running <= balance
)`;

/** Moves the totals of `account_totals` (cost, weight) from wallet to held, and advances `fair_tag` by the weight. */
export const DEBIT_WALLETS = `debited_wallets as (
  update wallets x set
    ${countUpdate('x')},
    balance = w.balance - t.cost, held = w.held + t.cost, balance_updated_at = clock_timestamp(),
    fair_tag = greatest(w.fair_tag, (select tag from queue_clock order by tag desc limit 1)) + t.weight
  from account_totals t join locked_wallets w on w.account_id = t.account_id where ${isLocked('x', 'w.account_id', 'w.seen')}
)`;

/** Needs `accepted_calls` with cost and `spent`, the running sum of its account. */
export const ENTER_CHARGES = `charge_entries as (
  insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
  select a.account_id, a.id, 'charge', 'wallet', 'held', a.cost, w.balance - a.spent
  from accepted_calls a join locked_wallets w on w.account_id = a.account_id
  order by a.account_id, a.ord
)`;

/**
 * The movement of each prediction of `settled_predictions`: its cost leaves `held`; a failed one's goes to the wallet.
 *
 * A full join cannot be planned as a nested loop. The planner underestimates both CTEs (1 row) and would choose one: 3× slower at 200 rows.
 * Every settled prediction has a wallet and every wallet a prediction, so the result is an inner join.
 */
export const MOVE_HELD = `movements as materialized (
  select s.*, case s.status when 'failed' then s.cost else 0 end as refund, w.seen, w.balance, w.held, w.owed, w.fair_tag, w.spend_limits,
    w.credits_expire_at, w.has_expired_held,
    w.balance + sum(case s.status when 'failed' then s.cost else 0 end) over (partition by s.account_id order by s.id) as balance_after
  from settled_predictions s full join locked_wallets w on w.account_id = s.account_id
)`;

/** All that the wallet has after the credits that arrive covers its debt, up to the debt. */
const coveredDebt = (owed: string, balance: string) => `least(${owed}, ${balance})`;

/**
 * Captures or refunds, per account of `movements`, and subtracts the weight of predictions that no worker had begun. What an account
 * owes is covered by its refunds. Refunds of an account that holds expired credits may return them, so its expiry is due.
 */
export const CREDIT_WALLETS = `credited_wallets as (
  update wallets x set
    ${countUpdate('x')},
    held = w.held - w.cost, balance = w.balance + w.refund - ${coveredDebt('w.owed', 'w.balance + w.refund')},
    owed = w.owed - ${coveredDebt('w.owed', 'w.balance + w.refund')}, fair_tag = w.fair_tag - w.unbegun,
    credits_expire_at = case when w.refund > 0 and w.has_expired_held then '-infinity' else w.credits_expire_at end,
    balance_updated_at = case when w.refund > 0 then clock_timestamp() else x.balance_updated_at end
  from (
    select account_id, seen, balance, held, owed, fair_tag, credits_expire_at, has_expired_held, sum(cost) as cost, sum(refund) as refund, sum(unbegun) as unbegun
    from movements group by account_id, seen, balance, held, owed, fair_tag, credits_expire_at, has_expired_held) w
  where ${isLocked('x', 'w.account_id', 'w.seen')}
)`;

/** What an entry covers of the account's debt is entered after it. */
export const ENTER_SETTLEMENTS = `settlement_entries as (
  insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
  select account_id, id, case status when 'failed' then 'refund' else 'capture' end, 'held',
    case status when 'failed' then 'wallet' else 'revenue' end, cost, balance_after
  from movements
  union all
  select account_id, null, 'debt', 'wallet', 'debt', ${coveredDebt('owed', 'max(balance_after)')},
    max(balance_after) - ${coveredDebt('owed', 'max(balance_after)')}
  from movements where owed > 0 group by account_id, owed having max(balance_after) > 0
  order by 1, 2 nulls last
)`;

/**
 * Changes the balance of an account, never below zero. What is missing becomes debt if it may owe; credits that arrive cover the debt
 * first. No row: the account is unknown, its balance too low, or credits of it have expired and must be taken out first, so that nothing
 * spends them. Returns the balance before, what became debt (`lent`), what was covered of the debt (`covered`), and the balance after it.
 *
 * - locked_wallets: the wallet, locked.
 * - changes: what the change lends and covers.
 */
export const CHANGE_WALLET = statement('credits.change-wallet', {
  parameters: {
    account: sql.uuid,
    amount: sql.bigint,
    mayOwe: sql.boolean,
    expiresAt: sql.timestamptz.orNull,
  },
  row: { balance_before: sql.bigint, lent: sql.bigint, covered: sql.bigint, balance: sql.bigint },
  text: `
with locked_wallets as materialized (
  select account_id, balance, owed, credits_expire_at from wallets where account_id = $account for update
),
changes as materialized (
  select *, case when $amount::bigint > 0 then ${coveredDebt('owed', 'balance + $amount::bigint')} else 0 end as covered,
    case when $mayOwe::boolean then greatest(-(balance + $amount::bigint), 0) else 0 end as lent
  from locked_wallets w where ${NOT_DUE}
)
update wallets x set balance = c.balance + c.lent + $amount::bigint - c.covered, owed = c.owed + c.lent - c.covered,
  credits_expire_at = least(c.credits_expire_at, $expiresAt::timestamptz), balance_updated_at = clock_timestamp()
from changes c where x.account_id = c.account_id and c.balance + c.lent + $amount::bigint >= 0
returning c.balance as balance_before, c.lent, c.covered, x.balance
`,
});

export const ENTER_TRANSFER = statement('credits.enter-transfer', {
  parameters: {
    account: sql.uuid,
    kind: sql.text,
    source: sql.text,
    destination: sql.text,
    amount: sql.bigint,
    balance: sql.bigint,
    note: sql.text,
    expiresAt: sql.timestamptz.orNull,
  },
  row: rowOf(LedgerTransferEntity, 'id'),
  text: `insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after, note, expires_at)
       values ($account, $kind, $source, $destination, $amount, $balance, $note, $expiresAt) returning id`,
});
