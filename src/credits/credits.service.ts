import { Injectable } from '@nestjs/common';
import { Coalescer, Database, type Transaction } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { CHANGE_WALLET, ENTER_TRANSFER, READ_WALLETS } from './ledger.sql.js';

/** A change of the balance of an account. */
export interface WalletChange {
  accountId: string;
  /** Thousandths. Positive for a grant; of either sign for an adjustment. */
  amount: bigint;
  note: string;
}

/** A transfer that has been entered into the ledger. */
export interface EnteredTransfer {
  /** `ledger_transfers.id` (bigint as text). */
  id: string;
  /** Balance after the transfer, in thousandths. */
  balance: bigint;
}

/** The credits of an account. */
export interface Wallet {
  /** Thousandths. */
  balance: bigint;
  /** Cost of all processing predictions, in thousandths. */
  held: bigint;
  plan: string;
  updatedAt: Date;
  /** A key or an end user of the account has, or had, a spend limit. */
  hasSpendLimits: boolean;
}

interface WalletRow {
  id: string;
  balance: string;
  held: string;
  plan: string;
  balance_updated_at: Date;
  has_spend_limits: boolean;
}

/**
 * Reads balances; enters grants and adjustments. Charges, captures and refunds are part of the statements that create
 * and settle predictions, which `generation/` composes from `ledger.sql.ts`.
 */
@Injectable()
export class CreditsService {
  /** Reads that arrive together run as one statement. */
  private readonly wallets: Coalescer<string, WalletRow | null>;

  constructor(private readonly database: Database) {
    this.wallets = new Coalescer((accountIds) => this.readWallets(accountIds), { maxBatch: 128 });
  }

  /** Grants credits as part of the caller's transaction. @returns the balance after the grant, in thousandths. */
  async grant(tx: Transaction, change: WalletChange): Promise<bigint> {
    return (await this.enter(tx, 'grant', change)).balance;
  }

  /** Corrects a balance, up or down. @returns the new balance. @throws 402 when it would go below zero. */
  async adjust(tx: Transaction, change: WalletChange): Promise<bigint> {
    return (await this.enter(tx, 'adjustment', change)).balance;
  }

  /**
   * Changes a balance and enters the transfer, as part of the caller's transaction.
   * @throws 402 when an adjustment would take the balance below zero; 404 for an unknown account.
   */
  async enter(tx: Transaction, kind: 'grant' | 'adjustment', change: WalletChange): Promise<EnteredTransfer> {
    const { accountId, amount, note } = change;
    const [account] = await tx.query<{ balance: string }>(CHANGE_WALLET, [accountId, amount.toString()]);
    if (!account) {
      const [exists] = await tx.query('select 1 from accounts where id = $1', [accountId]);
      if (!exists) throw new AppError('account_not_found');
      throw new AppError('insufficient_credits', {
        message: 'An adjustment may not take a balance below zero.',
      });
    }
    const isCredit = amount >= 0n;
    const [entered] = await tx.query<{ id: string }>(ENTER_TRANSFER, [
      accountId,
      kind,
      isCredit ? 'system' : 'wallet',
      isCredit ? 'wallet' : 'system',
      (isCredit ? amount : -amount).toString(),
      account.balance,
      note,
    ]);
    return { id: entered!.id, balance: BigInt(account.balance) };
  }

  /** @throws 404 for an unknown account. */
  async walletOf(accountId: string): Promise<Wallet> {
    const row = await this.wallets.call(accountId);
    if (!row) throw new AppError('account_not_found');
    const { balance, held, plan, balance_updated_at: updatedAt, has_spend_limits: hasSpendLimits } = row;
    return { balance: BigInt(balance), held: BigInt(held), plan, updatedAt, hasSpendLimits };
  }

  private async readWallets(accountIds: string[]): Promise<(WalletRow | null)[]> {
    const rows = await this.database.prepared<WalletRow>('read-wallets', READ_WALLETS, [accountIds]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return accountIds.map((id) => found.get(id) ?? null);
  }
}
