import { Injectable } from '@nestjs/common';
import { AccountPlans } from '../../accounts/index.js';
import { type AuditSource, AuditTrail } from '../../audit/index.js';
import { Catalogue } from '../../catalogue/index.js';
import { LOCK_WALLET } from '../../credits/index.js';
import { Database, type Transaction } from '../../platform/database/index.js';
import type { SubscriptionEvent } from '../payment-provider.js';
import { type CheckoutRow, FIND_CHECKOUT } from '../payments.sql.js';
import * as audit from './subscription-audit.js';
import * as sql from './subscriptions.sql.js';

/** The payment service is queried again after it about a month that is paid there. */
export const PAID_SECONDS = 24 * 60 * 60;

/**
 * Keeps the plans of accounts: the plan of the newest subscription that runs, and the default plan when the last one has ended. Of an
 * account one subscription runs; the first month of another one ends those before. The events of a subscription may arrive in any order: an
 * end that arrives before the first month keeps the account's plan as it is.
 */
@Injectable()
export class Subscriptions {
  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly plans: AccountPlans,
    private readonly trail: AuditTrail,
  ) {}

  /** The one that pays for the plan is the first; ending ones are included. */
  async runningOf(accountId: string): Promise<sql.RunningRow[]> {
    return this.database.list(accountId, sql.RUNNING, { account: accountId });
  }

  /**
   * Needs the lock of the order. Locks the account too, and stores an unknown subscription. @returns null when the order has another one.
   */
  async lock(tx: Transaction, order: CheckoutRow, id: string): Promise<sql.SubscriptionRow | null> {
    const { account_id: accountId } = order;
    await tx.run(LOCK_WALLET, { account: accountId });
    await tx.run(sql.ADD_SUBSCRIPTION, { order: order.id, subscription: id, account: accountId });
    const [row] = await tx.run(sql.FIND_SUBSCRIPTION, { id: order.id });
    return row!.subscription_id === id ? row! : null;
  }

  /** @param work runs with order and subscription locked. @param provider of the order. @returns null when the order has another one. */
  async withLocked<T>(
    { id, subscription_id: providerId }: { id: string; subscription_id: string },
    provider: string,
    work: (tx: Transaction, order: CheckoutRow, row: sql.SubscriptionRow) => Promise<T>,
  ): Promise<T | null> {
    return this.database.transaction(async (tx) => {
      const [order] = await tx.run(FIND_CHECKOUT, { order: id, provider });
      const row = order && (await this.lock(tx, order, providerId));
      return row ? work(tx, order, row) : null;
    });
  }

  /** The account gets the plan with the first month. @param row of `lock`. */
  async enterMonth(
    tx: Transaction,
    order: CheckoutRow,
    row: sql.SubscriptionRow,
    { periodEndsAt, at }: { periodEndsAt: Date; at: Date },
    source: AuditSource,
  ): Promise<void> {
    await tx.run(sql.SET_MONTH_PAID, { id: row.id, at, until: periodEndsAt });
    if (row.began_at === null) await this.trail.record(tx, { ...source, ...audit.begunChange(order) });
    await this.followPlan(tx, order, row, source);
  }

  /** Applies each event once. The caller has locked the order. @param row of `lock`. */
  async apply(
    tx: Transaction,
    order: CheckoutRow,
    row: sql.SubscriptionRow,
    event: SubscriptionEvent,
    source: AuditSource,
  ): Promise<void> {
    const subject = event.kind === 'subscription_ended' ? event.subscriptionId : event.changeId;
    const recorded = { provider: order.provider, kind: event.kind, subject, order: order.id, at: event.at };
    if ((await tx.run(sql.RECORD_EVENT, recorded)).length === 0) return;
    if (!(await this.change(tx, row, event))) return;
    await this.trail.record(tx, { ...source, ...audit.reportedChange(order, event, row.ends_at) });
    await this.followPlan(tx, order, row, source);
  }

  /** Needs the lock of the order. The account leaves its plan. @param row of `lock`. @param unlessPaid a month paid until then keeps it. */
  async endOverdue(
    tx: Transaction,
    order: CheckoutRow,
    row: sql.SubscriptionRow,
    { days, unlessPaid, source }: { days: number; unlessPaid: boolean; source: AuditSource },
  ): Promise<void> {
    if ((await tx.run(sql.FIND_OVERDUE, { days, id: row.id })).length === 0) return;
    const ended = await tx.run(sql.REQUEST_END, { id: row.id, unlessPaid });
    await this.recordEnds(tx, order.account_id, ended, 'unpaid', source);
    await this.followPlan(tx, order, row, source);
  }

  /** Needs the lock of the order. The account has its plan again. @param row of `lock`. @returns false when it ends in any case by now. */
  async keepPaid(
    tx: Transaction,
    order: CheckoutRow,
    row: sql.SubscriptionRow,
    source: AuditSource,
  ): Promise<boolean> {
    if ((await tx.run(sql.WITHDRAW_END, { id: row.id, seconds: PAID_SECONDS })).length === 0) return false;
    await this.trail.record(tx, { ...source, ...audit.endWithdrawnChange(order) });
    await this.followPlan(tx, order, row, source);
    return true;
  }

  /** Is called for a deleted account, in its transaction. A worker ends the subscriptions at the payment service. */
  async endAll(tx: Transaction, accountId: string, source: AuditSource): Promise<void> {
    const ended = await tx.run(sql.REQUEST_ENDS, { account: accountId, before: null });
    await this.recordEnds(tx, accountId, ended, 'account_deleted', source);
  }

  /** @param before the change that made the subscription run, or not any more. */
  private async followPlan(
    tx: Transaction,
    order: CheckoutRow,
    before: sql.SubscriptionRow,
    source: AuditSource,
  ): Promise<void> {
    const [row] = await tx.run(sql.FIND_SUBSCRIPTION, { id: order.id });
    if (row!.is_running === before.is_running) return;
    await (before.is_running ? this.leavePlan(tx, order, source) : this.begin(tx, order, row!, source));
  }

  /** A worker ends the subscription, in the caller's transaction; the account leaves the plan at once. */
  async endByOperator(tx: Transaction, accountId: string, source: AuditSource): Promise<void> {
    await tx.run(LOCK_WALLET, { account: accountId });
    const [account] = await tx.run(sql.FIND_ACCOUNT, { account: accountId });
    const running = await tx.run(sql.RUNNING, { account: accountId });
    const ended = await tx.run(sql.REQUEST_ENDS, { account: accountId, before: null });
    await this.recordEnds(tx, accountId, ended, 'operator', source);
    if (running.some(({ plan, is_ending: isEnding }) => !isEnding && plan === account?.plan))
      await this.plans.set(tx, accountId, this.catalogue.plans.defaultKey, source);
  }

  private async begin(
    tx: Transaction,
    { account_id: accountId, pack: plan }: CheckoutRow,
    { id }: sql.SubscriptionRow,
    source: AuditSource,
  ): Promise<void> {
    const isDeleted = (await tx.run(sql.FIND_ACCOUNT, { account: accountId })).length === 0;
    if (isDeleted || (await tx.run(sql.FIND_LATER, { account: accountId, id })).length > 0) {
      const ended = await tx.run(sql.REQUEST_END, { id, unlessPaid: false });
      await this.recordEnds(tx, accountId, ended, isDeleted ? 'account_deleted' : 'replaced', source);
      return;
    }
    await this.plans.set(tx, accountId, plan, source);
    const replaced = await tx.run(sql.REQUEST_ENDS, { account: accountId, before: id });
    await this.recordEnds(tx, accountId, replaced, 'replaced', source);
  }

  /** @returns whether the change is worth an event. */
  private async change(
    tx: Transaction,
    { id, ends_at: before }: sql.SubscriptionRow,
    event: SubscriptionEvent,
  ): Promise<boolean> {
    if (event.kind === 'subscription_changed') {
      const changed = await tx.run(sql.SET_CHANGED, { id, at: event.at, endsAt: event.endsAt });
      return changed.length > 0 && before?.getTime() !== event.endsAt?.getTime();
    }
    await tx.run(event.kind === 'payment_failed' ? sql.SET_FAILED : sql.SET_ENDED, { id, at: event.at });
    return true;
  }

  /** Gives the default plan, unless the account was given another plan than the order's since. */
  private async leavePlan(
    tx: Transaction,
    { account_id: accountId, pack }: CheckoutRow,
    source: AuditSource,
  ): Promise<void> {
    const [account] = await tx.run(sql.FIND_ACCOUNT, { account: accountId });
    if (account?.plan !== pack) return;
    await this.plans.set(tx, accountId, this.catalogue.plans.defaultKey, source);
  }

  private async recordEnds(
    tx: Transaction,
    accountId: string,
    rows: readonly { id: string }[],
    reason: audit.EndReason,
    source: AuditSource,
  ): Promise<void> {
    for (const { id } of rows)
      await this.trail.record(tx, { ...source, ...audit.endRequestedChange(accountId, id, reason) });
  }
}
