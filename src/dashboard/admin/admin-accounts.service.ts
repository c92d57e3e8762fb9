import { Injectable } from '@nestjs/common';
import { AccountPlans, AccountsReader, Suspensions } from '../../accounts/index.js';
import type { AuditSource } from '../../audit/index.js';
import {
  CreditsService,
  LedgerReader,
  SpendingReader,
  type StatementPageBody,
  type StatementQuery,
} from '../../credits/index.js';
import { Database } from '../../database/index.js';
import { AppError, validationFailed } from '../../errors/index.js';
import { type OperatorPrincipal, parsePublicId, type Principal } from '../../http/index.js';
import { KeysService } from '../../keys/index.js';
import { countStates } from '../overview.service.js';
import type { AccountsQuery, AdminAccountBody, AdminAccountsPage, UpdateAccountDto } from './accounts.dto.js';

const DAY_MS = 86_400_000;
const COUNTED_DAYS = 30;

/** Accounts, their suspensions and their statements, for administrators. */
@Injectable()
export class AdminAccounts {
  constructor(
    private readonly accounts: AccountsReader,
    private readonly credits: CreditsService,
    private readonly ledger: LedgerReader,
    private readonly keys: KeysService,
    private readonly spending: SpendingReader,
    private readonly suspensions: Suspensions,
    private readonly plans: AccountPlans,
    private readonly database: Database,
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

  /**
   * Changes the plan of an account, suspends it or lifts its suspension: all that is given, or nothing.
   * @throws 400 without a change or for an unknown plan; 404; 409 for the suspension of the administrator's own account.
   */
  async update(
    caller: Principal | OperatorPrincipal,
    accountId: string,
    { suspended, plan }: UpdateAccountDto,
    source: AuditSource,
  ): Promise<AdminAccountBody> {
    const id = idOf(accountId);
    await this.credits.walletOf(id);
    if (suspended === undefined && plan === undefined)
      throw validationFailed([{ field: 'suspended', message: 'suspended or plan is required' }]);
    if (plan !== undefined) this.plans.requireKnown(plan);
    const administrator = caller.kind === 'dashboard' ? caller : null;
    if (suspended && id === administrator?.accountId) throw new AppError('own_account_not_suspendable');
    await this.database.transaction(async (tx) => {
      if (plan !== undefined) await this.plans.set(tx, id, plan, source);
      if (suspended !== undefined)
        await this.suspensions.set(tx, id, suspended, administrator?.userId ?? null, source);
    });
    return this.read(accountId);
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
