/** The statements of an event run in one transaction, in which FIND_PAYMENT has locked the payment. */
import {
  composition,
  rowOf,
  type RowOfColumns,
  type RowOfStatement,
  sql,
  statement,
} from '../platform/database/index.js';
import { CheckoutEntity } from './checkout.entity.js';
import { PaymentEntity } from './payment.entity.js';

const PAYMENT_ROW = rowOf(
  PaymentEntity,
  ...(['id', 'account_id', 'checkout_id', 'status', 'rejection'] as const),
  ...(['amount', 'total', 'currency', 'credits', 'taken_back'] as const),
);
const PAYMENT = Object.keys(PAYMENT_ROW).join(', ');

export type PaymentRow = RowOfColumns<typeof PAYMENT_ROW>;

const CHECKOUT_ROW = rowOf(
  CheckoutEntity,
  ...(['id', 'account_id', 'provider', 'kind', 'pack', 'title'] as const),
  ...(['credits', 'credits_expire', 'expires_in_days', 'amount', 'currency'] as const),
);
const CHECKOUT = Object.keys(CHECKOUT_ROW).join(', ');

export type CheckoutRow = RowOfColumns<typeof CHECKOUT_ROW>;

/** No row: the account has used the Idempotency-Key. */
export const ADD_CHECKOUT = statement('billing.add-checkout', {
  parameters: {
    id: sql.uuid,
    account: sql.uuid,
    user: sql.uuid,
    provider: sql.text,
    pack: sql.text,
    title: sql.text,
    credits: sql.bigint,
    amount: sql.bigint,
    currency: sql.text,
    idempotencyKey: sql.text.orNull,
    kind: sql.text,
    creditsExpire: sql.boolean,
    expiresInDays: sql.integer.orNull,
  },
  text: `
insert into checkouts (id, account_id, user_id, provider, pack, title, credits, amount, currency, idempotency_key, kind, credits_expire,
  expires_in_days)
values ($id, $account, $user, $provider, $pack, $title, $credits, $amount, $currency, $idempotencyKey, $kind, $creditsExpire,
  $expiresInDays)
on conflict (account_id, idempotency_key) where idempotency_key is not null do nothing
returning id
`,
});

/** An order may be paid as long as its page at the payment service is open. */
const ORDER_HOURS = 24;

/** `is_paid`: a payment of it was granted. `is_expired`: its page at the payment service has ended. */
export const FIND_ORDER = statement('billing.find-order', {
  parameters: { account: sql.uuid, idempotencyKey: sql.text, provider: sql.text },
  row: { ...CHECKOUT_ROW, is_paid: sql.boolean, is_expired: sql.boolean },
  text: `
select ${CHECKOUT}, exists (select from payments p where p.checkout_id = checkouts.id and p.credits > 0) as is_paid,
  ended_at is not null or created_at <= clock_timestamp() - interval '${ORDER_HOURS} hours' as is_expired
from checkouts where account_id = $account and idempotency_key = $idempotencyKey and provider = $provider
`,
});

export const SET_OPENED = statement('billing.set-checkout-opened', {
  parameters: { order: sql.uuid, page: sql.text.orNull },
  text: 'update checkouts set provider_id = $page where id = $order',
});

export const END_CHECKOUT = statement('billing.end-checkout', {
  parameters: { order: sql.uuid },
  text: 'update checkouts set ended_at = clock_timestamp() where id = $order and ended_at is null',
});

/** A first month of these orders may still be paid. */
export const OTHER_PLAN_CHECKOUTS = statement('billing.other-plan-checkouts', {
  parameters: { account: sql.uuid, provider: sql.text, order: sql.uuid },
  row: { ...rowOf(CheckoutEntity, 'id', 'pack', 'provider_id'), is_newer: sql.boolean },
  text: `
select c.id, c.pack, c.provider_id, c.id > $order as is_newer
from checkouts c
where c.account_id = $account and c.kind = 'plan' and c.ended_at is null and c.provider = $provider and c.id <> $order
  and c.created_at > clock_timestamp() - interval '${ORDER_HOURS} hours'
  and not exists (select from payments p where p.checkout_id = c.id)
order by c.id
`,
});

export type OtherCheckoutRow = RowOfStatement<typeof OTHER_PLAN_CHECKOUTS>;

/** A provider may have given several ids: the newest counts. */
export const FIND_CUSTOMER = statement('billing.find-customer', {
  parameters: { account: sql.uuid, provider: sql.text },
  row: { customer_id: sql.text.notNull },
  text: `
select customer_id from payments where account_id = $account and provider = $provider and customer_id is not null
order by id desc limit 1
`,
});

export const ADD_PAYMENT = statement('billing.add-payment', {
  parameters: { id: sql.uuid, provider: sql.text, paymentId: sql.text },
  text: `
insert into payments (id, provider, payment_id) values ($id, $provider, $paymentId) on conflict (provider, payment_id) do nothing
`,
});

/** The lock makes the events of a payment run one after another. */
export const FIND_PAYMENT = statement('billing.find-payment', {
  parameters: { provider: sql.text, paymentId: sql.text },
  row: PAYMENT_ROW,
  text: `
select ${PAYMENT} from payments where provider = $provider and payment_id = $paymentId for update
`,
});

/** No row: the event was recorded before. */
export const RECORD_EVENT = statement('billing.record-payment-event', {
  parameters: {
    ...{ provider: sql.text, kind: sql.text, subject: sql.text },
    ...{ payment: sql.uuid, amount: sql.bigint, currency: sql.text, at: sql.timestamptz },
  },
  text: `
insert into payment_events (provider, kind, subject_id, payment_id, amount, currency, happened_at)
values ($provider, $kind, $subject, $payment, $amount, $currency, $at) on conflict (provider, kind, subject_id) do nothing
returning kind
`,
});

/** The lock makes the payments of an order be judged one after another. */
export const FIND_CHECKOUT = statement('billing.find-checkout', {
  parameters: { order: sql.uuid, provider: sql.text },
  row: CHECKOUT_ROW,
  text: `
select ${CHECKOUT} from checkouts where id = $order and provider = $provider for update
`,
});

export const IS_PAID = statement('billing.is-paid', {
  parameters: { order: sql.uuid },
  text: 'select 1 from payments where checkout_id = $order and credits > 0',
});

export const IS_MONTH_PAID = statement('billing.is-month-paid', {
  parameters: { order: sql.uuid, periodEndsAt: sql.timestamptz },
  text: 'select 1 from payments where checkout_id = $order and period_ends_at = $periodEndsAt and credits > 0',
});

export const ORDER_OF_SUBSCRIPTION = statement('billing.order-of-subscription', {
  parameters: { subscription: sql.text },
  row: { id: sql.uuid },
  text: 'select id from subscriptions where subscription_id = $subscription limit 1',
});

/** Customer and receipt are personal: a deleted account gets neither. `total` is that of the payment's invoice. */
export const SET_PAID = statement('billing.set-paid', {
  parameters: {
    id: sql.uuid,
    order: sql.uuid.orNull,
    account: sql.uuid.orNull,
    status: sql.text,
    rejection: sql.text.orNull,
    amount: sql.bigint,
    currency: sql.text,
    credits: sql.bigint,
    customer: sql.text.orNull,
    receipt: sql.text.orNull,
    subscription: sql.text.orNull,
    periodEndsAt: sql.timestamptz.orNull,
    total: sql.bigint.orNull,
  },
  row: PAYMENT_ROW,
  text: `
update payments set checkout_id = $order, account_id = $account, status = $status, rejection = $rejection, amount = $amount,
  currency = $currency, credits = $credits, subscription_id = $subscription, period_ends_at = $periodEndsAt, total = $total,
  customer_id = case when d.is_deleted then null else $customer end, receipt_url = case when d.is_deleted then null else $receipt end
from (select exists (select from account_deletions where account_id = $account) as is_deleted) d
where id = $id
returning ${PAYMENT}
`,
});

/**
 * What of a payment has gone back, in minor units of a currency, and whether a part of it by a dispute. What came back of a reversal that
 * has not arrived yet counts when it has. Events in another currency count nothing: `is_incomplete` says that there are some.
 *
 * - reversals: the refunds and disputes of the payment.
 */
export const REVERSED = statement('billing.sum-reversals', {
  parameters: { payment: sql.uuid, currency: sql.text.orNull },
  row: { reversed: sql.text, is_disputed: sql.boolean, is_incomplete: sql.boolean },
  text: `
with reversals as (
  select kind in ('disputed', 'dispute_won') as is_dispute,
    greatest(sum(case when currency <> $currency then 0 when kind in ('refunded', 'disputed') then amount else -amount end), 0) as amount,
    bool_or(currency <> $currency) as is_foreign
  from payment_events where payment_id = $payment and kind <> 'paid'
  group by kind in ('disputed', 'dispute_won'), subject_id
)
select coalesce(sum(amount), 0)::text as reversed, coalesce(bool_or(is_dispute and amount > 0), false) as is_disputed,
  coalesce(bool_or(is_foreign), false) as is_incomplete
from reversals
`,
});

export const SET_REVERSED = statement('billing.set-reversed', {
  parameters: { payment: sql.uuid, takenBack: sql.bigint, status: sql.text },
  text: 'update payments set taken_back = $takenBack, status = $status where id = $payment',
});

export const FIND_PAYMENT_BY_ID = statement('billing.find-payment-by-id', {
  parameters: { id: sql.uuid },
  row: { ...PAYMENT_ROW, ...rowOf(PaymentEntity, 'provider', 'payment_id') },
  text: `select ${PAYMENT}, provider, payment_id from payments where id = $id`,
});

/** Nothing was granted, and money has not gone back. The index `payments_rejected` serves this condition. */
export const TO_REFUND = `(rejection is not null and status in ('rejected', 'partly_refunded') and amount <> 0)`;

const LISTED_ROW = {
  ...rowOf(
    PaymentEntity,
    ...(['id', 'status', 'amount', 'currency', 'credits', 'taken_back'] as const),
    ...(['subscription_id', 'receipt_url', 'created_at'] as const),
  ),
  // These are null only while a payment is pending: none is listed then.
  ...{ amount: sql.bigint.notNull, currency: sql.text.notNull },
};
const LISTED = Object.keys(LISTED_ROW).join(', ');

export const PAYMENTS = composition('billing.payments', {
  row: LISTED_ROW,
  text: (conditions: string, limit: number) => `
select ${LISTED}
from payments where ${conditions}
order by id desc limit ${limit}
`,
  samples: [
    ['account_id = $1', 1],
    ['account_id = $1 and id < $2::uuid', 1],
  ],
});

export type ListedPaymentRow = RowOfColumns<typeof LISTED_ROW>;

const ANY_PAYMENT_ROW = {
  ...LISTED_ROW,
  ...rowOf(PaymentEntity, 'account_id', 'rejection', 'provider', 'payment_id'),
};

export const ALL_PAYMENTS = composition('billing.all-payments', {
  row: ANY_PAYMENT_ROW,
  text: (conditions: string, limit: number) => `
select ${Object.keys(ANY_PAYMENT_ROW).join(', ')}
from payments where ${conditions}
order by id desc limit ${limit}
`,
  samples: [
    [`status <> 'pending' and ${TO_REFUND} and account_id = $1::uuid and id < $2::uuid`, 1],
    ['id = $1::uuid', 1],
  ],
});

export type AnyPaymentRow = RowOfColumns<typeof ANY_PAYMENT_ROW>;
