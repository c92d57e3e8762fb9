import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { AuditTrail, SYSTEM_SOURCE } from '../../audit/index.js';
import { Catalogue, type Plan } from '../../catalogue/index.js';
import { CreditsService, fromCredits, LOCK_WALLET, toCredits } from '../../credits/index.js';
import { Database, type Transaction } from '../../platform/database/index.js';
import { publicId } from '../../platform/http/index.js';
import { Sweeper } from '../../platform/schedule/index.js';
import { type DueRow, FIND_DUE, FIND_PLANS, READ_DUE, SET_DUE, SET_MONTH } from './plan-months.sql.js';

const BATCH = 100;
/** The next run continues with the rest. */
const MAX_BATCHES = 100;
/** Suspended and unverified accounts are considered again after it. */
const WAIT_SECONDS = 600;
/** An account whose grant failed is tried again after it. */
const RETRY_SECONDS = 60;

/**
 * Gives accounts the monthly credits of plans that they do not pay for: once a calendar month, in the transaction that notes it, so that
 * neither a kill nor several workers give them twice or lose them. A larger plan in the same month adds the difference.
 */
@Injectable()
export class MonthlyGrants extends Sweeper {
  constructor(
    registry: SchedulerRegistry,
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly credits: CreditsService,
    private readonly trail: AuditTrail,
  ) {
    super(registry, 'monthly-credits');
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    await this.catalogue.confirm();
    const plans = await this.findPlans();
    if (plans.length === 0) return;
    for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
      const due = await this.database.run(FIND_DUE, { plans, limit: BATCH });
      for (const { account_id: accountId } of due) {
        if (isStopping()) return;
        await this.catalogue.confirm();
        await this.visit(accountId);
      }
      if (due.length < BATCH) return;
    }
  }

  /** A key that the catalogue has no longer counts as the default plan. */
  private async findPlans(): Promise<string[]> {
    const { plans } = this.catalogue;
    if (!plans.all.some(({ monthlyCredits }) => monthlyCredits !== undefined)) return [];
    const rows = await this.database.run(FIND_PLANS, {});
    return rows.map(({ plan }) => plan).filter((key) => plans.of(key).monthlyCredits !== undefined);
  }

  private async visit(accountId: string): Promise<void> {
    try {
      await this.database.transaction((tx) => this.grant(tx, accountId));
    } catch (error) {
      const about = { account: publicId('acc', accountId) };
      this.logger.warn(about, `monthly credits are tried again: ${String(error)}`);
      await this.database.run(SET_DUE, { account: accountId, seconds: RETRY_SECONDS });
    }
  }

  private async grant(tx: Transaction, accountId: string): Promise<void> {
    await tx.run(LOCK_WALLET, { account: accountId });
    const [due] = await tx.run(READ_DUE, { account: accountId });
    if (!due) return;
    if (due.is_deleted || due.is_waiting) {
      await tx.run(SET_DUE, { account: accountId, seconds: due.is_deleted ? null : WAIT_SECONDS });
      return;
    }
    const plan = this.catalogue.plans.of(due.plan);
    const given = BigInt(due.granted);
    const monthly = due.is_subscribed ? 0n : fromCredits(plan.monthlyCredits ?? 0);
    const amount = monthly > given ? monthly - given : 0n;
    const granted = (given + amount).toString();
    await tx.run(SET_MONTH, { account: accountId, month: due.month, granted, dueAt: due.next_month });
    if (amount > 0n) await this.enter(tx, accountId, { plan, amount, due });
  }

  private async enter(
    tx: Transaction,
    accountId: string,
    { plan, amount, due }: { plan: Plan; amount: bigint; due: DueRow },
  ): Promise<void> {
    const expiresAt = plan.creditsExpire ? due.next_month : null;
    await this.trail.record(tx, {
      ...SYSTEM_SOURCE,
      ...{ accountId, action: 'credits.granted', target: publicId('acc', accountId) },
      after: { amount: toCredits(amount), plan: plan.key, month: due.month.slice(0, 7) },
    });
    await this.credits.grant(tx, { accountId, amount, note: `Month of: ${plan.title}`, expiresAt });
  }
}
