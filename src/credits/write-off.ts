import { Injectable } from '@nestjs/common';
import { Database, type ErasureSteps, type Transaction } from '../platform/database/index.js';
import { CreditsService } from './credits.service.js';
import { LOCK_WALLET } from './ledger.sql.js';
import { WRITE_OFF_NOTE } from './personal-data.sql.js';

/** Writes off the credits and the debt of a deleted account, by entries of the ledger. */
@Injectable()
export class WriteOff implements ErasureSteps {
  readonly steps: ErasureSteps['steps'] = {
    'write off credits': ({ account_id: id }) => this.database.transaction((tx) => this.settle(tx, id)),
  };

  constructor(
    private readonly database: Database,
    private readonly credits: CreditsService,
  ) {}

  /** Takes expired credits out of the balance, in the caller's transaction: they are nothing that is left. */
  async expire(tx: Transaction, accountId: string): Promise<void> {
    await this.credits.settleExpiredIn(tx, accountId);
  }

  /** Leaves neither a balance nor a debt, in the caller's transaction. Again it does nothing. */
  async settle(tx: Transaction, accountId: string): Promise<void> {
    // An adjustment does so too: what it takes must not contain them.
    await this.expire(tx, accountId);
    const [account] = await tx.run(LOCK_WALLET, { account: accountId });
    const [balance, owed] = [BigInt(account!.balance), BigInt(account!.owed)];
    const adjust = (amount: bigint) => this.credits.adjust(tx, { accountId, amount, note: WRITE_OFF_NOTE });
    // Credits that arrive cover the debt.
    if (owed > 0n) await adjust(owed);
    if (balance > 0n) await adjust(-balance);
  }
}
