export { AdminBillingModule } from './admin-billing.module.js';
export { AdminLedgerModule } from './admin-ledger.module.js';
export { BillingModule } from './billing.module.js';
export {
  type Checkout,
  type CheckoutItem,
  type Money,
  type MonthInvoice,
  NoPayments,
  type PaidEvent,
  type PaidMonth,
  type PaymentEvent,
  type PaymentFailedEvent,
  PaymentProvider,
  type ReversalEvent,
  SignatureInvalid,
  type StartedCheckout,
  type SubscriptionChangedEvent,
  type SubscriptionEndedEvent,
  type SubscriptionEvent,
} from './payment-provider.js';
export { PaymentsReader } from './payments.reader.js';
export { BILLING_DATA } from './personal-data.js';
export { FIND_SUBSCRIBED } from './personal-data.sql.js';
export { PlanCreditsModule } from './plan-credits.module.js';
export { showSubscription, SubscriptionView } from './subscriptions/subscription.dto.js';
export { Subscriptions } from './subscriptions/subscriptions.js';
