/** The statements that a deletion of an account asks, and that erase its payments (`PersonalData`). */
import { ERASED_ROWS, repeatedStep, sql, statement, walkingStep } from '../platform/database/index.js';

/**
 * - erased_checkouts: orders without their Idempotency-Key.
 */
export const ERASE_CHECKOUTS = statement(
  'billing.erase-checkouts',
  repeatedStep(`
with erased_checkouts as (
  update checkouts set idempotency_key = null where id = any (array(
    select id from checkouts where account_id = $account and idempotency_key is not null limit ${ERASED_ROWS}))
  returning 1
)
select count(*)::int as count, null as position from erased_checkouts where $position::jsonb is null
`),
);

/**
 * - walked_payments: the next payments.
 * - erased_payments: those that lose customer and receipt.
 */
export const ERASE_PAYMENTS = statement(
  'billing.erase-payments',
  walkingStep(`
with walked_payments as materialized (
  select id from payments
  where account_id = $account and id < coalesce(($position::jsonb ->> 0)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  order by id desc limit ${ERASED_ROWS}
),
erased_payments as (
  update payments t set receipt_url = null, customer_id = null where t.id = any (array(select id from walked_payments))
    and (t.receipt_url is not null or t.customer_id is not null)
)
select count(*)::int as count, (select jsonb_build_array(id) from walked_payments order by id limit 1) as position from walked_payments
`),
);

/** Returns the titles of what an account is subscribed to. Runs after `LOCK_WALLET`. */
export const FIND_SUBSCRIBED = statement('billing.find-subscribed', {
  parameters: { account: sql.uuid },
  row: { title: sql.text },
  text: `
select c.title from subscriptions s join checkouts c on c.id = s.id
where s.account_id = $account and s.ended_at is null and s.end_requested_at is null and s.began_at is not null limit 10
`,
});
