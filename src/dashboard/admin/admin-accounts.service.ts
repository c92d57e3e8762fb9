import { Injectable } from '@nestjs/common';
import { AccountsReader } from '../../accounts/index.js';
import {
  CreditsService,
  LedgerReader,
  SpendingReader,
  type StatementPageBody,
  type StatementQuery,
} from '../../credits/index.js';
import { AppError } from '../../errors/index.js';
import { parsePublicId } from '../../http/index.js';
import { KeysService } from '../../keys/index.js';
import { countStates } from '../overview.service.js';
import type { AccountsQuery, AdminAccountBody, AdminAccountsPage } from './accounts.dto.js';

const DAY_MS = 86_400_000;
const COUNTED_DAYS = 30;

/** Accounts and their statements, for administrators. */
@Injectable()
export class AdminAccounts {
  constructor(
    private readonly accounts: AccountsReader,
    private readonly credits: CreditsService,
    private readonly ledger: LedgerReader,
    private readonly keys: KeysService,
    private readonly spending: SpendingReader,
  ) {}

  async list(query: AccountsQuery): Promise<AdminAccountsPage> {
    return this.accounts.list(query);
  }

  /** @throws 404. */
  async read(accountId: string): Promise<AdminAccountBody> {
    const id = idOf(accountId);
    const account = await this.accounts.find(id);
    const now = Date.now();
    const [{ updatedAt }, { keys }, parts] = await Promise.all([
      this.credits.walletOf(id),
      this.keys.list(id),
      this.spending.by('model', id, new Date(now - COUNTED_DAYS * DAY_MS), new Date(now + DAY_MS)),
    ]);
    return {
      success: true,
      ...account,
      updatedAt: updatedAt.toISOString(),
      predictions: countStates(parts),
      keys,
    };
  }

  /** @throws 404. */
  async statement(accountId: string, query: StatementQuery): Promise<StatementPageBody> {
    const id = idOf(accountId);
    await this.credits.walletOf(id);
    return this.ledger.statement(id, query);
  }
}

function idOf(accountId: string): string {
  const id = parsePublicId('acc', accountId);
  if (id === null) throw new AppError('account_not_found');
  return id;
}
