import { Injectable } from '@nestjs/common';
import { AccountPlans, AccountsService } from '../accounts/index.js';
import { type AuditSource, AuditTrail } from '../audit/index.js';
import { PasswordInvitations } from '../auth/index.js';
import {
  type Delivery,
  deliveryOf,
  findFirstDelivery,
  fromCredits,
  OperatorTransfers,
} from '../credits/index.js';
import { Database, type Transaction } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { publicId } from '../platform/http/index.js';
import { FIND, REMEMBER, SET_EXTERNAL_ID } from './account-creation.sql.js';
import type { CreateAccountDto } from './operator-accounts.dto.js';

export interface CreatedAccount {
  /** As in the database. */
  accountId: string;
  /** True when an earlier delivery with the same reference has created it. */
  replayed: boolean;
}

type Opened = CreatedAccount & { userId?: string };

/**
 * Creates account, user, external id, credits, events and reference in one transaction, so that a killed process leaves all of them or
 * none. With a reference an account is created once, however often the request is delivered.
 */
@Injectable()
export class AccountCreation {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly plans: AccountPlans,
    private readonly transfers: OperatorTransfers,
    private readonly invitations: PasswordInvitations,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * The account has the given credits and no sign-up credits. A user is mailed a link after the commit.
   * @param reference `Idempotency-Key`, kept for ever with the account, and with the credits in the one namespace of transfers.
   * @throws 400 for an unknown plan; 409 `email_taken`, `external_id_taken`, `idempotency_in_progress` while the first delivery runs; 422
   * when the reference names another request.
   */
  async create(
    request: CreateAccountDto,
    reference: string | null,
    source: AuditSource,
  ): Promise<CreatedAccount> {
    const { plan, email } = request;
    if (plan !== undefined) this.plans.requireKnown(plan);
    const passwordHash = email === undefined ? undefined : await this.invitations.passwordHash();
    const delivery = reference === null ? null : deliveryOf(reference, requestOf(request));
    const opened = await this.database.transaction(async (tx): Promise<Opened> => {
      const first = delivery && (await findFirstDelivery(tx, 'account_creations', FIND, delivery));
      if (first) return { accountId: first.account_id, replayed: true };
      return this.open(tx, request, { delivery, passwordHash, source });
    });
    const { userId, ...created } = opened;
    if (userId !== undefined && email !== undefined) this.invitations.mailLink(userId, email);
    return created;
  }

  private async open(
    tx: Transaction,
    request: CreateAccountDto,
    {
      delivery,
      passwordHash,
      source,
    }: { delivery: Delivery | null; passwordHash?: string; source: AuditSource },
  ): Promise<Opened> {
    const { email, externalId, plan, credits } = request;
    const reference = delivery?.reference ?? null;
    const { accountId, userId } = await this.openRows(tx, { email, plan, passwordHash });
    const target = publicId('acc', accountId);
    // Contains neither the email nor the external id, which can be personal: an event cannot be erased.
    const after = { plan: plan ?? null, credits: credits ?? 0, reference };
    await this.trail.record(tx, { ...source, accountId, action: 'account.created', target, after });
    if (userId !== undefined) {
      const change = { accountId, action: 'user.created', target: publicId('usr', userId) };
      await this.trail.record(tx, { ...source, ...change, after: { role: 'user' } });
    }
    if (externalId !== undefined) {
      const set = await tx.run(SET_EXTERNAL_ID, { account: accountId, externalId });
      if (set.length === 0) throw new AppError('external_id_taken');
    }
    if (credits !== undefined) {
      const transfer = { kind: 'grant', accountId, note: 'First credits', reference } as const;
      await this.transfers.deliverIn(tx, { ...transfer, amount: fromCredits(credits) }, source);
    }
    if (delivery) await tx.run(REMEMBER, { ...delivery, account: accountId });
    return { accountId, userId, replayed: false };
  }

  private async openRows(
    tx: Transaction,
    { email, plan, passwordHash }: { email?: string; plan?: string; passwordHash?: string },
  ): Promise<{ accountId: string; userId?: string }> {
    if (email === undefined) return { accountId: await this.accounts.openWithoutUser(tx, plan) };
    const opened = await this.accounts.open(tx, { email, passwordHash, plan, hasSignupCredits: false });
    if (!opened) throw new AppError('email_taken');
    return opened;
  }
}

const requestOf = ({ email, externalId, plan, credits }: CreateAccountDto) =>
  [email, externalId, plan, credits].map((value) => value ?? null);
