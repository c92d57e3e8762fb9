import { Injectable } from '@nestjs/common';
import { Database, type Queryable } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { LOCK_WALLET } from '../ledger.sql.js';
import { type DueMailRow, END_MAIL, LEASE_MAILS, SET_ALERT } from './balance-alerts.sql.js';

/** Amounts in thousandths of a credit. */
export interface LeasedMail {
  accountId: string;
  below: bigint;
  /** The balance now: it may have risen since. */
  balance: bigint;
  /** Includes this attempt. */
  attempts: number;
  lease: string;
}

/** Longer than a mail may take: after it another worker may send the mail. */
const LEASE_SECONDS = 120;
/** Limits the mails of one account within an hour: a balance that goes up and down around the alert crosses it often. */
const MAX_PER_HOUR = 10;

@Injectable()
export class BalanceAlerts {
  constructor(private readonly database: Database) {}

  /** Must be the first statement of a transaction that sets an alert. @throws 404 for an unknown account. */
  async lock(tx: Queryable, accountId: string): Promise<void> {
    if ((await tx.run(LOCK_WALLET, { account: accountId })).length === 0)
      throw new AppError('account_not_found');
  }

  /** Sets or removes (null) the alert, after `lock`, as SET_ALERT does. @param below in thousandths. @returns the alert before. */
  async set(tx: Queryable, accountId: string, below: bigint | null): Promise<bigint | null> {
    const [earlier] = await tx.run(SET_ALERT, { account: accountId, below: below?.toString() ?? null });
    return earlier?.below ? BigInt(earlier.below) : null;
  }

  /** @returns the leased mails, and whether there may be more. */
  async lease(atMost: number): Promise<{ mails: LeasedMail[]; isMore: boolean }> {
    const values = { most: atMost, leaseSeconds: LEASE_SECONDS, perHour: MAX_PER_HOUR };
    const rows = await this.database.run(LEASE_MAILS, values);
    const mails = rows.filter((row) => !row.is_deferred).map(toMail);
    return { mails, isMore: rows.length === atMost };
  }

  /** Has no effect when the balance has crossed again meanwhile. */
  async end({ accountId, lease }: LeasedMail): Promise<void> {
    await this.database.run(END_MAIL, { account: accountId, lease });
  }
}

const toMail = ({ account_id: accountId, below, balance, attempts, lease }: DueMailRow): LeasedMail => ({
  accountId,
  below: BigInt(below),
  balance: BigInt(balance),
  attempts,
  lease,
});
