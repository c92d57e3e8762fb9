import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { decodeIdCursor, type Page, pageOf, publicId } from '../../platform/http/index.js';
import type { AdminSubscription, AdminSubscriptionsQuery } from '../admin-billing.dto.js';
import { showSubscription } from './subscription.dto.js';
import { UNSETTLED, type UnsettledRow } from './subscriptions.sql.js';

/** An operator may want to end it. */
type UnsettledSubscription = Omit<AdminSubscription, 'email'>;

/** The newest is the first. */
@Injectable()
export class UnsettledSubscriptionsReader {
  constructor(private readonly database: Database) {}

  /** @throws 400 for a cursor that no page returned. */
  async list(query: AdminSubscriptionsQuery): Promise<Page<UnsettledSubscription>> {
    const { limit, cursor, attention = null } = query;
    const before = decodeIdCursor(cursor) ?? null;
    const page = { before, attention, limit: limit + 1 };
    const rows = await this.database.list('administrators', UNSETTLED, page);
    return pageOf(rows, limit, show, (row) => [row.id]);
  }
}

function show(row: UnsettledRow): UnsettledSubscription {
  return {
    ...showSubscription(row),
    accountId: publicId('acc', row.account_id),
    overdueDays: row.overdue_days,
    suspended: row.is_suspended,
    lapsed: row.is_lapsed,
  };
}
