import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { CreditsModule } from '../credits/index.js';
import { BillingModule } from './billing.module.js';
import { MonthlyGrants } from './monthly/monthly-grants.js';
import { OverdueSubscriptions } from './subscriptions/overdue-subscriptions.js';
import { SubscriptionEnder } from './subscriptions/subscription-ender.js';

/** Runs in processes with the role `worker`. */
@Module({
  imports: [AuditModule, BillingModule, CreditsModule],
  providers: [MonthlyGrants, OverdueSubscriptions, SubscriptionEnder],
  exports: [MonthlyGrants, OverdueSubscriptions, SubscriptionEnder],
})
export class PlanCreditsModule {}
