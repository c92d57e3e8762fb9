import { Injectable } from '@nestjs/common';
import { type AuditSource, AuditTrail } from '../audit/index.js';
import { Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { refundRequestedChange } from './payment-audit.js';
import { PaymentEvents } from './payment-events.js';
import { PaymentProvider } from './payment-provider.js';
import { FIND_PAYMENT_BY_ID } from './payments.sql.js';
import { isToRefund } from './reversed-credits.js';

/** An operator refunds here what the service does not refund by itself. */
@Injectable()
export class PaymentRefunds {
  constructor(
    private readonly database: Database,
    private readonly provider: PaymentProvider,
    private readonly events: PaymentEvents,
    private readonly trail: AuditTrail,
  ) {}

  /** @param id as in the database. @throws 404; 409 for a granted payment, and for one that the payment service cannot refund; 503. */
  async refund(id: string, source: AuditSource): Promise<void> {
    const [payment] = await this.database.run(FIND_PAYMENT_BY_ID, { id });
    if (!payment || payment.status === 'pending') throw new AppError('payment_not_found');
    if (payment.rejection === null) throw new AppError('payment_not_rejected');
    if (!isToRefund(payment)) return;
    if (payment.provider !== this.provider.name) throw new AppError('refund_unavailable');
    await this.database.transaction((tx) =>
      this.trail.record(tx, { ...source, ...refundRequestedChange(payment) }),
    );
    if (!(await this.events.refund({ id, paymentId: payment.payment_id }, source)))
      throw new AppError('refund_unavailable');
  }
}
