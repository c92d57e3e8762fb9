import { Injectable } from '@nestjs/common';
import { type AuditSource, AuditTrail } from '../audit/index.js';
import { Catalogue } from '../catalogue/index.js';
import { LOCK_WALLET } from '../credits/index.js';
import type { Transaction } from '../platform/database/index.js';
import { AppError, validationFailed } from '../platform/errors/index.js';
import { type OperatorPrincipal, type Principal, publicId } from '../platform/http/index.js';
import { SET_PLAN } from './account-plans.sql.js';

@Injectable()
export class AccountPlans {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws 400 for a plan that is not in the catalogue. */
  requireKnown(plan: string): void {
    const known = this.catalogue.plans.available.map(({ key }) => key);
    if (!known.includes(plan))
      throw validationFailed([{ field: 'plan', message: `must be one of ${known.join(', ')}` }]);
  }

  /** @throws 403 for an operator key that may change accounts but not give credits, and a plan that gives them. */
  requireScope(caller: Principal | OperatorPrincipal, plan: string | undefined): void {
    const found = this.catalogue.plans.available.find(({ key }) => key === plan);
    if (found?.monthlyCredits !== undefined) requireCreditsScope(caller);
  }

  /**
   * Records an event only when the plan changes.
   * @param accountId of an existing account, as in the database. @param plan of the catalogue.
   */
  async set(tx: Transaction, accountId: string, plan: string, source: AuditSource): Promise<void> {
    await tx.run(LOCK_WALLET, { account: accountId });
    const [changed] = await tx.run(SET_PLAN, { account: accountId, plan });
    if (!changed) return;
    await this.trail.record(tx, {
      ...source,
      accountId,
      action: 'account.plan_changed',
      target: publicId('acc', accountId),
      before: { plan: changed.earlier },
      after: { plan },
    });
  }
}

/** @throws 403 for an operator key that may not give credits. */
export function requireCreditsScope(caller: Principal | OperatorPrincipal): void {
  if (caller.kind === 'operator-key' && !caller.scopes.includes('credits:write'))
    throw new AppError('insufficient_scope', {
      message:
        'This operator key lacks the scope credits:write, which credits and plans with monthly credits need.',
    });
}
