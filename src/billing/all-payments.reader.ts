import { Injectable } from '@nestjs/common';
import { Conditions, Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { decodeIdCursor, filterId, type Page, pageOf, publicId } from '../platform/http/index.js';
import type { AdminPayment, AdminPaymentsQuery } from './admin-billing.dto.js';
import type { PaymentEntity } from './payment.entity.js';
import { showPayment } from './payments.reader.js';
import { ALL_PAYMENTS, type AnyPaymentRow, TO_REFUND } from './payments.sql.js';
import { isToRefund } from './reversed-credits.js';

type AnyPayment = Omit<AdminPayment, 'email'>;

/** The owner of the reads of administrators: see `Database.list`. */
const ADMINISTRATORS = 'administrators';

@Injectable()
export class AllPaymentsReader {
  constructor(private readonly database: Database) {}

  /** @throws 400 for a cursor that no page returned. */
  async list({ limit, cursor, toRefund, accountId }: AdminPaymentsQuery): Promise<Page<AnyPayment>> {
    const before = decodeIdCursor(cursor);
    const conditions = new Conditions<PaymentEntity>().whereText(`status <> 'pending'`);
    if (toRefund) conditions.whereText(TO_REFUND);
    if (accountId !== undefined) conditions.where('account_id', '=', filterId('acc', accountId), 'uuid');
    if (before !== undefined) conditions.where('id', '<', before, 'uuid');
    const rows = await this.read(conditions, limit + 1);
    return pageOf(rows, limit, show, (row) => [row.id]);
  }

  /** @param id as in the database. @throws 404. */
  async find(id: string): Promise<AnyPayment> {
    const [row] = await this.read(new Conditions<PaymentEntity>().where('id', '=', id, 'uuid'), 1);
    if (!row) throw new AppError('payment_not_found');
    return show(row);
  }

  private read(conditions: Conditions<PaymentEntity>, limit: number): Promise<AnyPaymentRow[]> {
    return this.database.list(ADMINISTRATORS, ALL_PAYMENTS.of([conditions.text, limit]), conditions.values);
  }
}

function show(row: AnyPaymentRow): AnyPayment {
  return {
    ...showPayment(row),
    accountId: row.account_id && publicId('acc', row.account_id),
    rejection: row.rejection,
    provider: row.provider,
    paymentId: row.payment_id,
    toRefund: isToRefund(row),
  };
}
