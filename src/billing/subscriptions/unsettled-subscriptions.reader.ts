import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { decodeCursor, type Page, pageOf, publicId } from '../../platform/http/index.js';
import { showSubscription, type SubscriptionView } from './subscription.dto.js';
import { UNSETTLED, type UnsettledRow } from './subscriptions.sql.js';

export const ATTENTIONS = ['overdue', 'suspended'] as const;
export type Attention = (typeof ATTENTIONS)[number];

/** An operator may want to end it. */
export interface UnsettledSubscription extends SubscriptionView {
  accountId: string;
  /** Whole days since `paidUntil`; 0: less than one. */
  overdueDays: number;
  suspended: boolean;
  /** Nothing is collected for it: its account has left the plan. */
  lapsed: boolean;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The newest is the first. */
@Injectable()
export class UnsettledSubscriptionsReader {
  constructor(private readonly database: Database) {}

  /** @throws 400 for a cursor that no page returned. */
  async list({
    limit,
    cursor,
    attention = null,
  }: {
    limit: number;
    cursor?: string;
    attention?: Attention | null;
  }): Promise<Page<UnsettledSubscription>> {
    const [before = null] = decodeCursor(cursor, [UUID]) ?? [];
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
