import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/index.js';
import { AuditModule } from '../audit/index.js';
import { CreditsModule } from '../credits/index.js';
import { MetricsModule } from '../platform/metrics/index.js';
import { AllPaymentsReader } from './all-payments.reader.js';
import { BillingController } from './billing.controller.js';
import { CheckoutEntity } from './checkout.entity.js';
import { Checkouts } from './checkouts.js';
import { PlanMonthEntity } from './monthly/plan-month.entity.js';
import { PaymentEntity } from './payment.entity.js';
import { PaymentEventEntity } from './payment-event.entity.js';
import { PaymentEvents } from './payment-events.js';
import { PaymentRefunds } from './payment-refunds.js';
import { PaymentsReader } from './payments.reader.js';
import { PlanCheckouts } from './plan-checkouts.js';
import { SubscriptionEntity } from './subscriptions/subscription.entity.js';
import { SubscriptionEventEntity } from './subscriptions/subscription-event.entity.js';
import { Subscriptions } from './subscriptions/subscriptions.js';
import { UnsettledSubscriptionsReader } from './subscriptions/unsettled-subscriptions.reader.js';
import { WebhooksController } from './webhooks.controller.js';

/** Owns orders and payments: sells packs of credits and plans through the port `PaymentProvider`, and grants what was paid for. */
@Module({
  imports: [
    AccountsModule,
    AuditModule,
    CreditsModule,
    MetricsModule,
    TypeOrmModule.forFeature([
      ...[CheckoutEntity, PaymentEntity, PaymentEventEntity, PlanMonthEntity],
      ...[SubscriptionEntity, SubscriptionEventEntity],
    ]),
  ],
  controllers: [BillingController, WebhooksController],
  providers: [
    ...[AllPaymentsReader, Checkouts, PlanCheckouts, PaymentEvents, PaymentRefunds, PaymentsReader],
    ...[Subscriptions, UnsettledSubscriptionsReader],
  ],
  exports: [
    ...[AllPaymentsReader, PaymentEvents, PaymentRefunds, PaymentsReader],
    ...[Subscriptions, UnsettledSubscriptionsReader],
  ],
})
export class BillingModule {}
