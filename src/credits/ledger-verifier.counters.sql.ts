/** The parts of a verification about what is counted beside the ledger: counters of spend limits, lots of expiring credits. */
import { sql, statement } from '../platform/database/index.js';
import { COUNT_FINDINGS, FINDING, findings } from './ledger-findings.sql.js';
import { expectedSpending } from './spend-limits/spend-counters.sql.js';

/**
 * Verifies the next counters of spend limits.
 *
 * - counters_of_part: the counters of the part.
 * - compared_counters: with what each should have counted, in the snapshot of the counter.
 * - part: the figures of the part.
 */
export const COUNTERS = statement('credits.verify-counters', {
  parameters: { after: sql.text, rows: sql.integer },
  row: { counter_to: sql.text.orNull, findings_total: sql.bigint, ...FINDING },
  text: `
with counters_of_part as materialized (
  select subject, account_id, key_id, external_user_id, period_start, period_end, spent
  from spend_counters where subject > $after::text order by subject limit $rows::int
),
compared_counters as materialized (
  select c.*, ${expectedSpending('c')} as expected from counters_of_part c
),
${findings('counters')},
part as materialized (
  select (select subject from counters_of_part order by subject desc limit 1) as counter_to,
    (select count(*) from findings) as findings_total
),
${COUNT_FINDINGS}`,
});

/**
 * Verifies the lots of the next accounts, each at its position.
 *
 * - positions_of_part: the positions of the part, with their account, and its balance after the position.
 * - compared_lots: their lots, with what the ledger has granted and expired until the position. Lateral joins force index lookups.
 * - compared_positions: with the sum of the lots.
 * - part: the figures of the part.
 */
export const LOTS = statement('credits.verify-lots', {
  parameters: { after: sql.uuid, rows: sql.integer },
  row: { account_to: sql.uuid.orNull, findings_total: sql.bigint, ...FINDING },
  text: `
with positions_of_part as materialized (
  select p.account_id, p.entries_to, a.credits_expire_at, coalesce(a.has_expired_held, false) as has_expired_held,
    coalesce(b.balance_after, 0) as balance_after
  from (select account_id, entries_to from credit_positions where account_id > $after::uuid order by account_id limit $rows::int) p
  left join lateral (
    select credits_expire_at, has_expired_held from wallets a where a.account_id = p.account_id order by epoch desc limit 1) a on true
  left join lateral (
    select balance_after from ledger_transfers t where t.account_id = p.account_id and t.id <= p.entries_to order by t.id desc limit 1) b on true
),
compared_lots as materialized (
  select l.account_id, l.expires_at, l.remaining, l.held, g.granted, g.expired, h.holds
  from positions_of_part p join credit_lots l on l.account_id = p.account_id
  cross join lateral (
    select coalesce(sum(amount) filter (where kind = 'expiry'), 0) as expired, coalesce(sum(amount) filter (where kind = 'grant'), 0) as granted
    from ledger_transfers t where t.account_id = l.account_id and t.expires_at = l.expires_at and t.id <= p.entries_to) g
  cross join lateral (
    select coalesce(sum(amount), 0) as holds from credit_holds h where h.account_id = l.account_id and h.expires_at = l.expires_at) h
),
compared_positions as materialized (
  select p.*, (select coalesce(sum(remaining), 0) from compared_lots l where l.account_id = p.account_id) as remaining from positions_of_part p
),
${findings('lots')},
part as materialized (
  select (select account_id from positions_of_part order by account_id desc limit 1) as account_to,
    (select count(*) from findings) as findings_total
),
${COUNT_FINDINGS}`,
});
