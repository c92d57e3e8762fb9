import { Injectable } from '@nestjs/common';
import { AccountEmails } from '../accounts/index.js';
import type { AuditSource } from '../audit/index.js';
import { AppError } from '../platform/errors/index.js';
import { parsePublicId } from '../platform/http/index.js';
import type {
  AdminPaymentBody,
  AdminPaymentPage,
  AdminPaymentsQuery,
  AdminSubscriptionPage,
  AdminSubscriptionsQuery,
} from './admin-billing.dto.js';
import { AllPaymentsReader } from './all-payments.reader.js';
import { PaymentRefunds } from './payment-refunds.js';
import { UnsettledSubscriptionsReader } from './subscriptions/unsettled-subscriptions.reader.js';

@Injectable()
export class AdminBilling {
  constructor(
    private readonly payments: AllPaymentsReader,
    private readonly refunds: PaymentRefunds,
    private readonly subscriptions: UnsettledSubscriptionsReader,
    private readonly emails: AccountEmails,
  ) {}

  async listPayments(query: AdminPaymentsQuery): Promise<AdminPaymentPage> {
    const { items, ...page } = await this.payments.list(query);
    return { ...page, items: await this.emails.addTo(items) };
  }

  /** Sends the money of a rejected payment back. @throws 404; 409; 503. */
  async refund(paymentId: string, source: AuditSource): Promise<AdminPaymentBody> {
    const id = parsePublicId('pay', paymentId);
    if (id === null) throw new AppError('payment_not_found');
    await this.refunds.refund(id, source);
    const [payment] = await this.emails.addTo([await this.payments.find(id)]);
    return { success: true, ...payment! };
  }

  async listSubscriptions(query: AdminSubscriptionsQuery): Promise<AdminSubscriptionPage> {
    const { items, ...page } = await this.subscriptions.list(query);
    return { ...page, items: await this.emails.addTo(items) };
  }
}
