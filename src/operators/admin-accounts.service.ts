import { Injectable } from '@nestjs/common';
import { AccountPlans, AccountsReader, AccountsService, Suspensions } from '../accounts/index.js';
import type { AuditSource } from '../audit/index.js';
import { showSubscription, Subscriptions } from '../billing/index.js';
import { Catalogue } from '../catalogue/index.js';
import {
  countStates,
  CreditsService,
  LedgerReader,
  SpendingReader,
  type StatementPageBody,
  type StatementQuery,
} from '../credits/index.js';
import { AccountLimits, KeysService, MAX_ACTIVE_KEYS } from '../keys/index.js';
import { Database } from '../platform/database/index.js';
import { AppError, validationFailed } from '../platform/errors/index.js';
import { type OperatorPrincipal, type Principal, requirePublicId } from '../platform/http/index.js';
import type {
  AccountsQuery,
  AdminAccountBody,
  AdminAccountsPage,
  UpdateAccountDto,
} from './admin-accounts.dto.js';

const DAY_MS = 86_400_000;
const COUNTED_DAYS = 30;

@Injectable()
export class AdminAccounts {
  constructor(
    private readonly accounts: AccountsReader,
    private readonly kept: AccountsService,
    private readonly credits: CreditsService,
    private readonly ledger: LedgerReader,
    private readonly keys: KeysService,
    private readonly spending: SpendingReader,
    private readonly suspensions: Suspensions,
    private readonly plans: AccountPlans,
    private readonly limits: AccountLimits,
    private readonly catalogue: Catalogue,
    private readonly database: Database,
    private readonly subscriptions: Subscriptions,
  ) {}

  async list(query: AccountsQuery): Promise<AdminAccountsPage> {
    return this.accounts.list(query);
  }

  /** @throws 404. */
  async read(accountId: string): Promise<AdminAccountBody> {
    const id = idOf(accountId);
    const account = await this.accounts.find(id);
    const now = Date.now();
    const [{ updatedAt }, { keys }, parts, maxRateLimit, [subscription]] = await Promise.all([
      this.credits.walletOf(id),
      this.keys.list(id),
      this.spending.by('model', id, new Date(now - COUNTED_DAYS * DAY_MS), new Date(now + DAY_MS)),
      this.limits.maxRateLimitOf(id, this.catalogue.plans.of(account.plan)),
      this.subscriptions.runningOf(id),
    ]);
    return {
      success: true,
      ...account,
      updatedAt: updatedAt.toISOString(),
      limits: { maxActiveKeys: MAX_ACTIVE_KEYS, maxRateLimit },
      subscription: subscription ? showSubscription(subscription) : null,
      predictions: countStates(parts),
      keys,
    };
  }

  /**
   * Changes all that is given, or nothing.
   * @throws 400 without a change or for an unknown plan; 403 for a plan with credits without the scope for them; 404; 409 for the
   * suspension of the administrator's own account.
   */
  async update(
    caller: Principal | OperatorPrincipal,
    accountId: string,
    { suspended, plan, limits, endSubscription }: UpdateAccountDto,
    source: AuditSource,
  ): Promise<AdminAccountBody> {
    const id = idOf(accountId);
    await this.kept.requireKept(id);
    if ([suspended, plan, limits, endSubscription].every((change) => change === undefined))
      throw validationFailed([
        { field: 'suspended', message: 'suspended, plan, limits or endSubscription is required' },
      ]);
    if (plan !== undefined) this.plans.requireKnown(plan);
    this.plans.requireScope(caller, plan);
    const administrator = caller.kind === 'dashboard' ? caller : null;
    if (suspended && id === administrator?.accountId) throw new AppError('own_account_not_suspendable');
    await this.database.change(id, async (tx) => {
      if (endSubscription) await this.subscriptions.endByOperator(tx, id, source);
      if (plan !== undefined) await this.plans.set(tx, id, plan, source);
      if (limits !== undefined) await this.limits.set(tx, id, limits.maxRateLimit, source);
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

const idOf = (accountId: string): string => requirePublicId('acc', accountId, 'account_not_found');
