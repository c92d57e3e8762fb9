/**
 * The invariants of the ledger. A verification walks the ledger in parts: entries, predictions and accounts by id. Each part is one
 * statement, and so one short snapshot, and runs the checks of its kind.
 *
 * To add a check, add it here. Its text selects (subject, account, detail) for every row that violates it, from the CTEs of its part
 * (`ledger-verifier.sql.ts`), and from any table by an index lookup per row of the part (a lateral join with a limit or an aggregate forces
 * it), so that the verification stays linear:
 *
 * - entries: `entries` (the entries of the part with their movements `wallet`, `held`, `owed`, `granted`) and `chained` (the same, with the
 *   `expected` balance after each). Every entry is in exactly one part of a pass.
 * - predictions: `tallies` (id, account_id, status, cost; charges, charged, refunds, captures, settled).
 * - accounts: `compared_wallets` (id, balance, held, and from the entries of the account wallet_entries, held_entries, owed_entries; owed;
 *   processing). Every account is in each verification: its row changes all the time.
 * - sums: `compared_sums` (account_id, quarter, grouping, value, recorded, expected), of every quarter of an hour that has new entries in
 *   `spending_sums`.
 * - overview: `compared_overview` (starts_at, figure, value, recorded, expected), of every hour that has new entries in `overview_sums`, of
 *   their days, and in all.
 * - counters: `compared_counters` (subject, account_id, key_id, period_start, period_end, spent, expected). Every counter is in each
 *   verification.
 * - lots: `compared_positions` (account_id, remaining: the sum of its lots, balance after its position, credits_expire_at,
 *   has_expired_held) and `compared_lots` (account_id, expires_at, remaining, held, and with those granted and expired until the position,
 *   and what predictions hold of it). Every account with credits that expire is in each verification.
 */
import { knownPrediction } from './known-predictions.sql.js';
import { FIGURES_OF, LENGTH_OF, placedEntries, startOf } from './overview/overview-sums.sql.js';
import { quarterOf } from './summaries/summaries.sql.js';

export interface LedgerCheck {
  /** A report names the invariant by it. */
  name: string;
  part: 'accounts' | 'counters' | 'entries' | 'lots' | 'overview' | 'predictions' | 'sums';
  text: string;
}

const checksOf = (part: LedgerCheck['part'], texts: Record<string, string>): LedgerCheck[] =>
  Object.entries(texts).map(([name, text]) => ({ name, part, text: text.trim() }));

/** In the order in which a verification reports what it checked. The whole ledger is checked by `LEDGER_SUM`. */
export const CHECKS = [
  ...checksOf('accounts', {
    'balance = sum of entries': `
      select id, id, format('balance %s, entries %s', balance, wallet_entries) from compared_wallets where balance <> wallet_entries`,
    'owed = sum of debt entries': `
      select id, id, format('owed %s, debt entries %s', owed, owed_entries) from compared_wallets where owed <> owed_entries`,
    'held = sum of entries': `
      select id, id, format('held %s, entries %s', held, held_entries) from compared_wallets where held <> held_entries`,
    'held = cost of everything processing': `
      select id, id, format('held %s, processing %s', held, processing) from compared_wallets where held <> processing`,
    'no negative wallet': `
      select id, id, format('balance %s, held %s, owed %s', balance, held, owed) from compared_wallets where balance < 0 or held < 0 or owed < 0`,
  }),
  ...checksOf('entries', {
    'the chain of balances is unbroken': `
      select account_id, account_id, format('entry %s: %s after %s', id, balance_after, expected) from chained where balance_after <> expected`,
  }),
  ...checksOf('predictions', {
    'each prediction is charged exactly once, its cost': `
      select id, account_id, format('%s charges of %s, cost %s', charges, charged, cost) from tallies where charges <> 1 or charged <> cost`,
    'failed = refunded once, completed = captured once, processing = neither': `
      select id, account_id, format('%s with %s refunds and %s captures of %s', status, refunds, captures, settled) from tallies
      where refunds <> (case status when 'failed' then 1 else 0 end) or captures <> (case status when 'completed' then 1 else 0 end)
        or coalesce(settled, cost) <> cost`,
  }),
  ...checksOf('entries', {
    'every charge has its prediction': `
      select e.prediction_id, e.account_id, format('entry %s', e.id)
      from entries e left join lateral (${knownPrediction(['id'], 'e.prediction_id')}) p on true
      where e.prediction_id is not null and p.id is null`,
    'every entry has its account': `
      select e.account_id, e.account_id, format('entries from %s on', e.first)
      from (select account_id, min(id) as first from entries group by account_id) e
        left join lateral (select true as found from accounts a where a.id = e.account_id) a on true
      where a.found is null`,
  }),
  ...checksOf('sums', {
    'the sums of each quarter of an hour = its entries': `
      select account_id, account_id, format('%s, %s %s: sums %s, entries %s', quarter, grouping, value, recorded, expected)
      from compared_sums where recorded is distinct from expected`,
  }),
  ...checksOf('entries', {
    'every summed entry has its quarter of an hour': `
      select e.account_id, e.account_id, format('entry %s', e.id)
      from entries e left join lateral (
          select true as found from (${knownPrediction(['created_at'], 'e.prediction_id')}) p
          join spending_sums s on s.grouping = 'all' and s.account_id = e.account_id
            and s.quarter = ${quarterOf('p.created_at')} and s.value = '' limit 1) s on true
        left join lateral (
          select true as found from ledger_quarters q where q.account_id = e.account_id
            and q.quarter = ${quarterOf('e.created_at')} and e.id between q.first_entry and q.last_entry limit 1) q on true
      where e.id <= (select entries_to from summary_position)
        and (q.found is null or (e.prediction_id is not null and s.found is null))`,
  }),
  ...checksOf('overview', {
    'the sums of all accounts of each hour = their entries': `
      select 'ledger', null::uuid, format('%s, %s %s: sums %s, entries %s', starts_at, figure, value, recorded, expected)
      from compared_overview where recorded is distinct from expected`,
  }),
  ...checksOf('entries', {
    'every entry in the sums of all accounts has its hour': `
      select e.account_id, e.account_id, format('entry %s, %s', e.id, g.figure)
      from (${placedEntries('entries')}) e cross join lateral ${FIGURES_OF} left join lateral (
        select true as found from overview_sums s
        where s.span = 'hour' and s.figure = g.figure and s.starts_at = ${startOf(LENGTH_OF.hour, 'e.counted_at')}
          and s.value = g.value and e.id between s.first_entry and s.last_entry limit 1) s on true
      where e.id <= (select entries_to from overview_position) and g.figure <> 'failure' and s.found is null`,
  }),
  ...checksOf('counters', {
    // The end user of a removed prediction is not known any more: a counter may have counted it.
    'a spend counter = charges less refunds of its period': `
      select account_id, account_id, format('%s: counted %s, charges less refunds %s', subject, spent, expected)
      from compared_counters c
      where spent < expected or spent > expected and (key_id is not null or not exists (
        select from removed_predictions r where r.account_id = c.account_id and r.created_at >= c.period_start and r.created_at < c.period_end))`,
  }),
  ...checksOf('entries', {
    'credits expire after their time, no more than were granted': `
      select e.account_id, e.account_id, format('entry %s: %s expired of %s', e.id, g.expired, g.granted)
      from entries e cross join lateral (
        select coalesce(sum(amount) filter (where kind = 'expiry'), 0) as expired, coalesce(sum(amount) filter (where kind = 'grant'), 0) as granted
        from ledger_transfers t where t.account_id = e.account_id and t.expires_at = e.expires_at) g
      where e.kind = 'expiry' and (e.created_at < e.expires_at or g.expired > g.granted)`,
  }),
  ...checksOf('lots', {
    'a lot is within its grants less what has expired': `
      select account_id, account_id, format('%s: %s and %s held (%s by predictions) of %s granted, %s expired', expires_at, remaining, held, holds, granted, expired)
      from compared_lots where remaining + held + expired > granted or held <> holds`,
    'lots are within the balance': `
      select account_id, account_id, format('lots of %s, balance %s', remaining, balance_after) from compared_positions where remaining > balance_after`,
    'an account knows when its credits expire': `
      select p.account_id, p.account_id, format('%s, expiring at %s', l.expires_at, p.credits_expire_at)
      from compared_positions p left join compared_lots l on l.account_id = p.account_id
      where p.credits_expire_at is null or (l.remaining > 0 and p.credits_expire_at > l.expires_at)
        or (l.held > 0 and p.credits_expire_at > l.expires_at and not p.has_expired_held)`,
  }),
];

/** Checked once, at the end of each verification, from the sums that its parts return. */
export const LEDGER_SUM = 'all ledger accounts sum to zero';

export const LEDGER_CHECKS = [
  ...CHECKS.slice(0, 4).map(({ name }) => name),
  LEDGER_SUM,
  ...CHECKS.slice(4).map(({ name }) => name),
];
