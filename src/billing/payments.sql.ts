/** The statements about payments. Those of an event run in one transaction, in which FIND_PAYMENT has locked the payment. */
import { columns, type RowOf } from '../platform/database/index.js';
import type { CheckoutEntity } from './checkout.entity.js';
import type { PaymentEntity } from './payment.entity.js';

const PAYMENT_COLUMNS = [
  'id',
  'account_id',
  'checkout_id',
  'status',
  'rejection',
  'amount',
  'total',
  'currency',
  'credits',
  'taken_back',
] as const;
const PAYMENT = columns<PaymentEntity>(...PAYMENT_COLUMNS);

/** A row of FIND_PAYMENT. */
export type PaymentRow = RowOf<PaymentEntity, (typeof PAYMENT_COLUMNS)[number]>;

const CHECKOUT_COLUMNS = [
  'id',
  'account_id',
  'provider',
  'kind',
  'pack',
  'title',
  'credits',
  'credits_expire',
  'expires_in_days',
  'amount',
  'currency',
] as const;
const CHECKOUT = columns<CheckoutEntity>(...CHECKOUT_COLUMNS);

/** A row of FIND_CHECKOUT. */
export type CheckoutRow = RowOf<CheckoutEntity, (typeof CHECKOUT_COLUMNS)[number]>;

/**
 * ADD_CHECKOUT: stores an order: $1 id, $2 account, $3 user, $4 provider, $5 pack, $6 title, $7 credits, $8 amount, $9 currency,
 * $10 Idempotency-Key, $11 kind, $12 whether the credits of a month expire, $13 days in which those of a pack do. No row: the account has
 * used the key.
 */
export const ADD_CHECKOUT = `
insert into checkouts (id, account_id, user_id, provider, pack, title, credits, amount, currency, idempotency_key, kind, credits_expire,
  expires_in_days)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
on conflict (account_id, idempotency_key) where idempotency_key is not null do nothing
returning id
`;

/** A row of FIND_ORDER. */
export interface OrderRow extends CheckoutRow {
  /** A payment of it was granted. */
  is_paid: boolean;
  /** Its page at the payment service has ended. */
  is_expired: boolean;
}

/** How long an order may be paid: as long as its page at the payment service. */
const ORDER_HOURS = 24;

/** FIND_ORDER: the order of account $1 with the Idempotency-Key $2 at the provider $3. */
export const FIND_ORDER = `
select ${CHECKOUT}, exists (select from payments p where p.checkout_id = checkouts.id and p.credits > 0) as is_paid,
  ended_at is not null or created_at <= clock_timestamp() - interval '${ORDER_HOURS} hours' as is_expired
from checkouts where account_id = $1 and idempotency_key = $2 and provider = $3
`;

/** SET_OPENED: the page of the order $1 is $2 at the payment service. */
export const SET_OPENED = 'update checkouts set provider_id = $2 where id = $1';

/** END_CHECKOUT: the page of the order $1 was ended. */
export const END_CHECKOUT =
  'update checkouts set ended_at = clock_timestamp() where id = $1 and ended_at is null';

/** A row of OTHER_PLAN_CHECKOUTS. */
export interface OtherCheckoutRow extends RowOf<CheckoutEntity, 'id' | 'pack' | 'provider_id'> {
  is_newer: boolean;
}

/** OTHER_PLAN_CHECKOUTS: the other orders of plans of account $1 at the provider $2 beside $3, of which a first month may still be paid. */
export const OTHER_PLAN_CHECKOUTS = `
select c.id, c.pack, c.provider_id, c.id > $3 as is_newer
from checkouts c
where c.account_id = $1 and c.kind = 'plan' and c.ended_at is null and c.provider = $2 and c.id <> $3
  and c.created_at > clock_timestamp() - interval '${ORDER_HOURS} hours'
  and not exists (select from payments p where p.checkout_id = c.id)
order by c.id
`;

/** FIND_CUSTOMER: the newest id that the provider $2 has given to the buyers of account $1. */
export const FIND_CUSTOMER = `
select customer_id from payments where account_id = $1 and provider = $2 and customer_id is not null
order by id desc limit 1
`;

/** ADD_PAYMENT: stores the payment $3 of the provider $2 under the id $1, unless it is known. */
export const ADD_PAYMENT = `
insert into payments (id, provider, payment_id) values ($1, $2, $3) on conflict (provider, payment_id) do nothing
`;

/** FIND_PAYMENT: the payment $2 of the provider $1, locked: its events run one after another. */
export const FIND_PAYMENT = `
select ${PAYMENT} from payments where provider = $1 and payment_id = $2 for update
`;

/**
 * RECORD_EVENT: records an event: $1 provider, $2 kind, $3 subject, $4 id of the payment's row, $5 amount, $6 currency, $7 instant.
 * No row: it was recorded before.
 */
export const RECORD_EVENT = `
insert into payment_events (provider, kind, subject_id, payment_id, amount, currency, happened_at)
values ($1, $2, $3, $4, $5, $6, $7) on conflict (provider, kind, subject_id) do nothing
returning kind
`;

/** FIND_CHECKOUT: the order $1 at the provider $2, locked: of its payments one after another is judged. */
export const FIND_CHECKOUT = `
select ${CHECKOUT} from checkouts where id = $1 and provider = $2 for update
`;

/** IS_PAID: a row if a payment of the order $1 has been granted. */
export const IS_PAID = 'select 1 from payments where checkout_id = $1 and credits > 0';

/** IS_MONTH_PAID: a row if a payment of the month of the order $1 that ends at $2 has been granted. */
export const IS_MONTH_PAID =
  'select 1 from payments where checkout_id = $1 and period_ends_at = $2 and credits > 0';

/** ORDER_OF_SUBSCRIPTION: the order of the subscription $1. */
export const ORDER_OF_SUBSCRIPTION = 'select id from subscriptions where subscription_id = $1 limit 1';

/**
 * SET_PAID: what a payment has paid for and what it grants: $1 id, $2 order, $3 account, $4 status, $5 rejection, $6 amount,
 * $7 currency, $8 credits, $9 customer, $10 receipt, $11 subscription, $12 end of the month, $13 total of its
 * invoice. Customer and receipt are personal: a deleted account gets neither.
 */
export const SET_PAID = `
update payments set checkout_id = $2, account_id = $3, status = $4, rejection = $5, amount = $6, currency = $7, credits = $8,
  subscription_id = $11, period_ends_at = $12, total = $13,
  customer_id = case when d.is_deleted then null else $9 end, receipt_url = case when d.is_deleted then null else $10 end
from (select exists (select from account_deletions where account_id = $3) as is_deleted) d
where id = $1
returning ${PAYMENT}
`;

/** A row of REVERSED. */
export interface ReversedRow {
  /** In minor units. */
  reversed: string;
  is_disputed: boolean;
  /** An event in another currency was left out. */
  is_incomplete: boolean;
}

/**
 * REVERSED: what of the payment $1 has gone back, in the currency $2, and whether a part of it by a dispute. What came back of a
 * reversal that has not arrived yet counts when it has. Events in another currency count nothing.
 *
 * - reversals: the refunds and disputes of the payment.
 */
export const REVERSED = `
with reversals as (
  select kind in ('disputed', 'dispute_won') as is_dispute,
    greatest(sum(case when currency <> $2 then 0 when kind in ('refunded', 'disputed') then amount else -amount end), 0) as amount,
    bool_or(currency <> $2) as is_foreign
  from payment_events where payment_id = $1 and kind <> 'paid'
  group by kind in ('disputed', 'dispute_won'), subject_id
)
select coalesce(sum(amount), 0)::text as reversed, coalesce(bool_or(is_dispute and amount > 0), false) as is_disputed,
  coalesce(bool_or(is_foreign), false) as is_incomplete
from reversals
`;

/** SET_REVERSED: sets what was taken back of the payment $1 to $2, and its status to $3. */
export const SET_REVERSED = 'update payments set taken_back = $2, status = $3 where id = $1';

/** A row of FIND_PAYMENT_BY_ID. */
export type RefundRow = PaymentRow & RowOf<PaymentEntity, 'provider' | 'payment_id'>;

/** FIND_PAYMENT_BY_ID: the payment of the row $1. */
export const FIND_PAYMENT_BY_ID = `select ${PAYMENT}, provider, payment_id from payments where id = $1`;

/** TO_REFUND: a condition: a payment has granted nothing, and money of it has not gone back. The index `payments_rejected` serves it. */
export const TO_REFUND = `(rejection is not null and status in ('rejected', 'partly_refunded') and amount <> 0)`;

const LISTED_COLUMNS = [
  'id',
  'status',
  'amount',
  'currency',
  'credits',
  'taken_back',
  'subscription_id',
  'receipt_url',
  'created_at',
] as const;
const LISTED = columns<PaymentEntity>(...LISTED_COLUMNS);

/** A row of PAYMENTS. */
export interface ListedPaymentRow extends RowOf<PaymentEntity, (typeof LISTED_COLUMNS)[number]> {
  /** Null only while a payment is pending: none is listed then. */
  amount: string;
  currency: string;
}

/** PAYMENTS: the payments of an account by conditions, newest first. */
export const PAYMENTS = (conditions: string, limit: number) => `
select ${LISTED}
from payments where ${conditions}
order by id desc limit ${limit}
`;

/** A row of ALL_PAYMENTS. */
export type AnyPaymentRow = ListedPaymentRow &
  RowOf<PaymentEntity, 'account_id' | 'rejection' | 'provider' | 'payment_id'>;

/** ALL_PAYMENTS: the payments of all accounts by conditions, newest first. */
export const ALL_PAYMENTS = (conditions: string, limit: number) => `
select ${LISTED}, ${columns<PaymentEntity>('account_id', 'rejection', 'provider', 'payment_id')}
from payments where ${conditions}
order by id desc limit ${limit}
`;
