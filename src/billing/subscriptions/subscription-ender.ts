import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { SYSTEM_SOURCE } from '../../audit/index.js';
import { Database } from '../../platform/database/index.js';
import { Sweeper } from '../../platform/schedule/index.js';
import { PaymentEvents } from '../payment-events.js';
import { PaymentProvider } from '../payment-provider.js';
import { callProvider } from '../provider-call.js';
import { subscriptionId } from './subscription-audit.js';
import { Subscriptions } from './subscriptions.js';
import { CLAIM_END, type ClaimedEndRow } from './subscriptions.sql.js';

/** Longer than a call of the payment service. An end that failed is tried again after it. */
const CLAIM_SECONDS = 60;

/**
 * Ends replaced subscriptions, those of deleted accounts, and unpaid ones at the payment service. Calls it until it has succeeded; ending
 * one again changes nothing, so a kill after the call is harmless. An unpaid one may be paid while the payment service cannot be reached:
 * its month is queried before each call.
 */
@Injectable()
export class SubscriptionEnder extends Sweeper {
  constructor(
    registry: SchedulerRegistry,
    private readonly database: Database,
    private readonly events: PaymentEvents,
    private readonly subscriptions: Subscriptions,
    private readonly provider: PaymentProvider,
  ) {
    super(registry, 'end-subscriptions');
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    while (this.provider.canCharge && !isStopping()) {
      const claim = { provider: this.provider.name, seconds: CLAIM_SECONDS };
      const [claimed] = await this.database.run(CLAIM_END, claim);
      if (!claimed) return;
      try {
        await this.end(claimed);
      } catch (error) {
        const about = { subscription: subscriptionId(claimed.id) };
        this.logger.warn(about, `ending a subscription is tried again: ${String(error)}`);
      }
    }
  }

  private async end(claimed: ClaimedEndRow): Promise<void> {
    const { id: reference, subscription_id: id, end_unless_paid: unlessPaid } = claimed;
    if (unlessPaid && (await callProvider(() => this.provider.isMonthPaid(id)))) return this.keep(claimed);
    await callProvider(() => this.provider.endSubscription(id));
    const event = { kind: 'subscription_ended', subscriptionId: id, reference, at: new Date() } as const;
    await this.events.apply(event, SYSTEM_SOURCE);
  }

  private async keep(claimed: ClaimedEndRow): Promise<void> {
    const isKept = await this.subscriptions.withLocked(claimed, this.provider.name, (tx, order, row) =>
      this.subscriptions.keepPaid(tx, order, row, SYSTEM_SOURCE),
    );
    if (!isKept) return;
    const about = { subscription: subscriptionId(claimed.id) };
    this.logger.warn(about, 'a month was paid before the end of the unpaid subscription: it goes on');
  }
}
