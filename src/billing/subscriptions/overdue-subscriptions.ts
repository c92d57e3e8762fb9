import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { SYSTEM_SOURCE } from '../../audit/index.js';
import { Config } from '../../platform/config/index.js';
import { Database } from '../../platform/database/index.js';
import { Sweeper } from '../../platform/schedule/index.js';
import { PaymentProvider } from '../payment-provider.js';
import { callProvider } from '../provider-call.js';
import { subscriptionId } from './subscription-audit.js';
import { PAID_SECONDS, Subscriptions } from './subscriptions.js';
import { CLAIM_OVERDUE, type OverdueRow, POSTPONE } from './subscriptions.sql.js';

/** Longer than a call of the payment service. A failed one is tried again after it. */
const CLAIM_SECONDS = 60;

/**
 * Ends subscriptions whose paid time ended long ago and of which no event has come since, unless the payment service knows of a paid month:
 * its events were lost, or have not arrived. One whose newest payment has arrived and was rejected is ended without a query.
 */
@Injectable()
export class OverdueSubscriptions extends Sweeper {
  constructor(
    registry: SchedulerRegistry,
    private readonly database: Database,
    private readonly subscriptions: Subscriptions,
    private readonly provider: PaymentProvider,
    private readonly config: Config,
  ) {
    super(registry, 'overdue-subscriptions');
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    const { graceDays } = this.config.subscriptions;
    while (this.provider.canCharge && !isStopping()) {
      const claim = { days: graceDays, provider: this.provider.name, seconds: CLAIM_SECONDS };
      const [claimed] = await this.database.run(CLAIM_OVERDUE, claim);
      if (!claimed) return;
      try {
        await this.judge(claimed, graceDays);
      } catch (error) {
        const about = { subscription: subscriptionId(claimed.id) };
        this.logger.warn(about, `asking about an unpaid subscription is tried again: ${String(error)}`);
      }
    }
  }

  private async judge(claimed: OverdueRow, days: number): Promise<void> {
    const { id, subscription_id: providerId, is_rejected: isRejected } = claimed;
    if (!isRejected && (await callProvider(() => this.provider.isMonthPaid(providerId)))) {
      await this.database.run(POSTPONE, { id, seconds: PAID_SECONDS });
      const about = { subscription: subscriptionId(id) };
      this.logger.error(
        about,
        'a month is paid at the payment service, but no event of it has arrived: have its events sent again',
      );
      return;
    }
    const how = { days, unlessPaid: !isRejected, source: SYSTEM_SOURCE };
    await this.subscriptions.withLocked(claimed, this.provider.name, (tx, order, row) =>
      this.subscriptions.endOverdue(tx, order, row, how),
    );
  }
}
