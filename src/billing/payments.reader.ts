import { Injectable } from '@nestjs/common';
import { toCredits } from '../credits/index.js';
import { Conditions, Database } from '../platform/database/index.js';
import { decodeIdCursor, type Page, pageOf, publicId } from '../platform/http/index.js';
import type { PaymentItem } from './billing.dto.js';
import type { PaymentEntity } from './payment.entity.js';
import { type ListedPaymentRow, PAYMENTS } from './payments.sql.js';

/** Lists newest first: ids are UUIDv7, which sort by time. */
@Injectable()
export class PaymentsReader {
  constructor(private readonly database: Database) {}

  /** @throws 400 for a cursor that no page returned. */
  async list(
    accountId: string,
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<Page<PaymentItem>> {
    const before = decodeIdCursor(cursor);
    const conditions = new Conditions<PaymentEntity>().where('account_id', '=', accountId);
    if (before !== undefined) conditions.where('id', '<', before, 'uuid');
    const page = PAYMENTS.of([conditions.text, limit + 1]);
    const rows = await this.database.list(accountId, page, conditions.values);
    return pageOf(rows, limit, showPayment, (row) => [row.id]);
  }
}

export function showPayment(row: ListedPaymentRow): PaymentItem {
  return {
    id: publicId('pay', row.id),
    kind: row.subscription_id === null ? 'pack' : 'plan',
    amount: Number(row.amount),
    currency: row.currency,
    credits: toCredits(BigInt(row.credits) - BigInt(row.taken_back)),
    status: row.status,
    receiptUrl: row.receipt_url,
    createdAt: row.created_at.toISOString(),
  };
}
