export { BillingModule } from './billing.module.js';
export {
  type Checkout,
  type CheckoutItem,
  type Money,
  NoPayments,
  type PaidEvent,
  type PaymentEvent,
  PaymentProvider,
  type ReversalEvent,
  SignatureInvalid,
  type StartedCheckout,
  type SubscriptionEndedEvent,
} from './payment-provider.js';
export { PaymentsReader } from './payments.reader.js';
