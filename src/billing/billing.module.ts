import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/index.js';
import { AuditModule } from '../audit/index.js';
import { CreditsModule } from '../credits/index.js';
import { BillingController } from './billing.controller.js';
import { CheckoutEntity } from './checkout.entity.js';
import { Checkouts } from './checkouts.js';
import { PaymentEntity } from './payment.entity.js';
import { PaymentEventEntity } from './payment-event.entity.js';
import { PaymentEvents } from './payment-events.js';
import { PaymentsReader } from './payments.reader.js';
import { WebhooksController } from './webhooks.controller.js';

/** Owns orders and payments: sells packs of credits through the port `PaymentProvider`, and grants what was paid for. */
@Module({
  imports: [
    AccountsModule,
    AuditModule,
    CreditsModule,
    TypeOrmModule.forFeature([CheckoutEntity, PaymentEntity, PaymentEventEntity]),
  ],
  controllers: [BillingController, WebhooksController],
  providers: [Checkouts, PaymentEvents, PaymentsReader],
  exports: [PaymentsReader],
})
export class BillingModule {}
