import { Injectable } from '@nestjs/common';
import {
  Coalescer,
  Database,
  type RowOfStatement,
  sql,
  statement,
  type Transaction,
} from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { CreditExpiry } from './expiry/credit-expiry.js';
import type { ExpiringAmount } from './expiry/credit-lots.js';
import { CHANGE_WALLET, ENTER_TRANSFER, READ_WALLETS } from './ledger.sql.js';
import type { LedgerTransferEntity } from './ledger-transfer.entity.js';

/** A change of a balance. */
export interface WalletChange {
  accountId: string;
  /** Thousandths. Positive for a grant; of either sign for an adjustment. */
  amount: bigint;
  note: string;
  /** Of a grant: when its credits expire, in whole milliseconds. Without it: never. */
  expiresAt?: Date | null;
}

/** A transfer in the ledger. */
export interface EnteredTransfer {
  /** `ledger_transfers.id` (bigint as text). */
  id: string;
  /** The id of the last entry: that of the debt which the transfer covered; otherwise `id`. */
  lastId: string;
  /** Balance after the transfer and what it covered of a debt, in thousandths. */
  balance: bigint;
}

/** The credits of an account. */
export interface Wallet {
  /** Thousandths. */
  balance: bigint;
  /** Cost of all processing predictions, in thousandths. */
  held: bigint;
  /** Debt, in thousandths: credits that were taken back and were spent before. Incoming credits cover it first. */
  owed: bigint;
  plan: string;
  updatedAt: Date;
  /** A key or an end user of the account has, or had, a spend limit. */
  hasSpendLimits: boolean;
  /** Thousandths. A balance below it is low; null: no alert. */
  alertBelow: bigint | null;
  /** Credits of the account expire, or may have. */
  hasExpiring: boolean;
}

type Triple = [bigint, bigint, bigint];

/** Amounts in thousandths; `balance` after the entry. */
interface Entry {
  kind: LedgerTransferEntity['kind'];
  from: LedgerTransferEntity['source'];
  to: LedgerTransferEntity['destination'];
  amount: bigint;
  balance: bigint;
  expiresAt?: Date | null;
}

type WalletRow = RowOfStatement<typeof READ_WALLETS>;

const FIND_ACCOUNT = statement('credits.find-account', {
  parameters: { account: sql.uuid },
  text: 'select 1 from accounts where id = $account',
});

/**
 * Reads balances; enters grants and adjustments. Charges, captures and refunds are part of the statements that create
 * and settle predictions, which `generation/` composes from `ledger.sql.ts`.
 */
@Injectable()
export class CreditsService {
  private readonly wallets: Coalescer<string, WalletRow | null>;

  constructor(
    private readonly database: Database,
    private readonly expiry: CreditExpiry,
  ) {
    this.wallets = new Coalescer((accountIds) => this.readWallets(accountIds), { maxBatch: 128 });
  }

  /** Grants credits in the caller's transaction. @returns the balance after the grant, in thousandths. */
  async grant(tx: Transaction, change: WalletChange): Promise<bigint> {
    return (await this.enter(tx, 'grant', change)).balance;
  }

  /** Corrects a balance, up or down. @returns the new balance. @throws 402 when it would go below zero. */
  async adjust(tx: Transaction, change: WalletChange): Promise<bigint> {
    return (await this.enter(tx, 'adjustment', change)).balance;
  }

  /**
   * Takes back granted credits, also spent ones, in the caller's transaction: what the balance lacks becomes debt.
   * @param change of a negative amount. @throws 404 for an unknown account.
   */
  async takeBack(tx: Transaction, change: WalletChange): Promise<EnteredTransfer> {
    return this.change(tx, 'adjustment', change, true);
  }

  /**
   * Changes a balance and enters the transfer, in the caller's transaction. Credits that arrive cover the account's debt first. Expired
   * credits are taken out before, so that they are not used for it.
   * @throws 400 for a grant that expires and cannot be given; 402 when an adjustment would take the balance below zero; 404 for an unknown
   * account.
   */
  async enter(tx: Transaction, kind: 'grant' | 'adjustment', change: WalletChange): Promise<EnteredTransfer> {
    return this.change(tx, kind, change, false);
  }

  private async change(
    tx: Transaction,
    kind: 'grant' | 'adjustment',
    { accountId, amount, note, expiresAt = null }: WalletChange,
    mayOwe: boolean,
  ): Promise<EnteredTransfer> {
    await this.expiry.settleIn(tx, accountId);
    if (expiresAt) await this.expiry.requireGrantable(tx, accountId, expiresAt);
    const values = { account: accountId, amount: amount.toString(), mayOwe, expiresAt };
    let [changed] = await tx.run(CHANGE_WALLET, values);
    // Credits expired, or a refund returned expired ones, before the statement had the lock. Now it has.
    while (!changed && (await this.expiry.settleIn(tx, accountId)))
      [changed] = await tx.run(CHANGE_WALLET, values);
    if (!changed) throw await this.refusalOf(tx, accountId);
    const [lent, covered, balance] = [changed.lent, changed.covered, changed.balance].map(BigInt) as Triple;
    const before = BigInt(changed.balance_before) + lent;
    const enter = async (entry: Entry) => this.enterTransfer(tx, accountId, note, entry);
    if (lent > 0n) await enter({ kind: 'debt', from: 'debt', to: 'wallet', amount: lent, balance: before });
    const [from, to] = amount >= 0n ? (['system', 'wallet'] as const) : (['wallet', 'system'] as const);
    const moved = amount >= 0n ? amount : -amount;
    const id = await enter({ kind, from, to, amount: moved, balance: before + amount, expiresAt });
    if (expiresAt) await this.expiry.track(tx, accountId, id, expiresAt);
    if (covered === 0n) return { id, lastId: id, balance };
    const lastId = await enter({ kind: 'debt', from: 'wallet', to: 'debt', amount: covered, balance });
    return { id, lastId, balance };
  }

  private async refusalOf(tx: Transaction, accountId: string): Promise<AppError> {
    const [exists] = await tx.run(FIND_ACCOUNT, { account: accountId });
    if (!exists) return new AppError('account_not_found');
    const message = 'An adjustment may not take a balance below zero.';
    return new AppError('insufficient_credits', { message });
  }

  /** @returns the id of the entry. */
  private async enterTransfer(
    tx: Transaction,
    accountId: string,
    note: string,
    { kind, from, to, amount, balance, expiresAt = null }: Entry,
  ): Promise<string> {
    const [entered] = await tx.run(ENTER_TRANSFER, {
      ...{ account: accountId, kind, source: from, destination: to, note, expiresAt },
      ...{ amount: amount.toString(), balance: balance.toString() },
    });
    return entered!.id;
  }

  /** Takes expired credits out of the wallet, in the caller's transaction. */
  async settleExpiredIn(tx: Transaction, accountId: string): Promise<void> {
    await this.expiry.settleIn(tx, accountId);
  }

  /** Takes expired credits out of the wallet. */
  async settleExpired(accountId: string): Promise<void> {
    await this.expiry.settle(accountId);
  }

  /** Returns the wallet's credits that expire, by time, the first 100 times. */
  async expiringOf(accountId: string, { hasExpiring }: Wallet): Promise<ExpiringAmount[]> {
    return hasExpiring ? this.expiry.expiringOf(accountId) : [];
  }

  /** Settles what has expired before it reads. @throws 404 for an unknown account. */
  async walletOf(accountId: string): Promise<Wallet> {
    let row = await this.wallets.call(accountId);
    if (row?.is_due) {
      await this.expiry.settle(accountId);
      row = await this.wallets.call(accountId);
    }
    // Concurrent refunds return expired credits again and again: they wait while the account is locked.
    while (row?.is_due) row = await this.readLocked(accountId);
    if (!row) throw new AppError('account_not_found');
    const { plan, balance_updated_at: updatedAt, has_spend_limits: hasSpendLimits, alert_below: below } = row;
    const [balance, held, owed] = [row.balance, row.held, row.owed].map(BigInt) as Triple;
    const alertBelow = below === null ? null : BigInt(below);
    const hasExpiring = row.has_expiring;
    return { balance, held, owed, plan, updatedAt, hasSpendLimits, hasExpiring, alertBelow };
  }

  /** The lock keeps the wallet as it is between the settlement and the read. */
  private async readLocked(accountId: string): Promise<WalletRow | null> {
    return this.database.transaction(async (tx) => {
      await this.expiry.settleIn(tx, accountId);
      const [row] = await tx.run(READ_WALLETS, { accounts: [accountId] });
      return row ?? null;
    });
  }

  private async readWallets(accountIds: string[]): Promise<(WalletRow | null)[]> {
    const rows = await this.database.run(READ_WALLETS, { accounts: accountIds });
    const found = new Map(rows.map((row) => [row.id, row]));
    return accountIds.map((id) => found.get(id) ?? null);
  }
}
