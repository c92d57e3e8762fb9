import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { storableId } from './event-problem.js';
import { PaymentProvider } from './payment-provider.js';
import {
  type CheckoutRow,
  END_CHECKOUT,
  OTHER_PLAN_CHECKOUTS,
  type OtherCheckoutRow,
  SET_OPENED,
} from './payments.sql.js';
import { callProvider } from './provider-call.js';

/** Of two open pages, both could be paid. A request stores its page before it looks for newer orders: concurrent ones keep the newest. */
@Injectable()
export class PlanCheckouts {
  constructor(
    private readonly database: Database,
    private readonly provider: PaymentProvider,
  ) {}

  /** @throws 409 when a page of the same plan is paid, or being paid; 503. */
  async endEarlier(order: CheckoutRow): Promise<void> {
    for (const { id, pack, provider_id: checkoutId, is_newer: isNewer } of await this.others(order)) {
      if (isNewer || checkoutId === null) continue;
      if ((await this.end(id, checkoutId)) || pack !== order.pack) continue;
      await this.database.run(END_CHECKOUT, { order: order.id });
      throw new AppError('already_subscribed');
    }
  }

  /** @throws 409 when another order was stored meanwhile: the page is ended. */
  async keepNewest(order: CheckoutRow, checkoutId: string): Promise<void> {
    await this.database.run(SET_OPENED, { order: order.id, page: storableId(checkoutId) });
    if (!(await this.others(order)).some(({ is_newer: isNewer }) => isNewer)) return;
    await this.end(order.id, checkoutId);
    throw new AppError('order_expired');
  }

  private others({ id, account_id: accountId, provider }: CheckoutRow): Promise<OtherCheckoutRow[]> {
    return this.database.run(OTHER_PLAN_CHECKOUTS, { account: accountId, provider, order: id });
  }

  /** @returns false when the checkout is paid, or being paid. */
  private async end(id: string, checkoutId: string): Promise<boolean> {
    const isEnded = await callProvider(() => this.provider.endCheckout(checkoutId));
    if (isEnded) await this.database.run(END_CHECKOUT, { order: id });
    return isEnded;
  }
}
