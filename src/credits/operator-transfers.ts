import { Injectable } from '@nestjs/common';
import { type AuditSource, AuditTrail, SYSTEM_SOURCE } from '../audit/index.js';
import { Database, type Transaction } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { publicId } from '../platform/http/index.js';
import { toCredits } from './amount.js';
import { CreditsService, type EnteredTransfer, type WalletChange } from './credits.service.js';
import { FIND, IS_DELETED, REMEMBER } from './operator-transfers.sql.js';
import { deliveryOf, findFirstDelivery } from './references.js';

/** A grant or an adjustment by an operator. */
export interface OperatorTransfer extends WalletChange {
  kind: 'grant' | 'adjustment';
  /** `Idempotency-Key` or `--reference`, in one namespace for the whole installation. Null: every delivery is a new transfer. */
  reference: string | null;
}

/** The result of a delivery. */
export interface DeliveredTransfer {
  /** Balance after the transfer, as the first delivery returned it, in thousandths. */
  balance: bigint;
  /** True when an earlier delivery with the same reference entered the transfer. */
  replayed: boolean;
}

/**
 * Enters grants and adjustments of operators. A transfer with a reference is entered once, however often it is delivered: the reference is
 * stored in the transaction of the transfer and kept for ever. A rejected transfer leaves neither a reference nor an event in the audit
 * trail.
 */
@Injectable()
export class OperatorTransfers {
  constructor(
    private readonly database: Database,
    private readonly credits: CreditsService,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @param source who transfers; by default the system.
   * @throws 400, 402 and 404 as `CreditsService.enter`; 409 `idempotency_in_progress` while the first delivery runs;
   * 422 `idempotency_mismatch` when the reference names another transfer.
   */
  async deliver(transfer: OperatorTransfer, source: AuditSource = SYSTEM_SOURCE): Promise<DeliveredTransfer> {
    return this.database.change(transfer.accountId, (tx) => this.deliverIn(tx, transfer, source));
  }

  /** Runs in the caller's transaction. @throws as `deliver`. @internal */
  async deliverIn(
    tx: Transaction,
    transfer: OperatorTransfer,
    source: AuditSource,
  ): Promise<DeliveredTransfer> {
    const { reference } = transfer;
    if (reference === null) return entered(await this.enter(tx, transfer, source));
    const delivery = deliveryOf(reference, requestOf(transfer));
    const first = await findFirstDelivery(tx, 'transfer_references', FIND, delivery);
    if (first) return { balance: BigInt(first.balance), replayed: true };
    const transferred = await this.enter(tx, transfer, source);
    await tx.run(REMEMBER, { ...delivery, transfer: transferred.lastId });
    return entered(transferred);
  }

  private async enter(
    tx: Transaction,
    { kind, reference, ...change }: OperatorTransfer,
    source: AuditSource,
  ): Promise<EnteredTransfer> {
    const { accountId, amount, expiresAt } = change;
    // The credits of a deleted account could never be spent.
    if ((await tx.run(IS_DELETED, { account: accountId })).length > 0)
      throw new AppError('account_not_found');
    // The event is recorded before the transfer locks the wallet: the lock is held no longer than without the event.
    await this.trail.record(tx, {
      ...source,
      accountId,
      action: ACTIONS[kind],
      target: publicId('acc', accountId),
      after: {
        amount: toCredits(amount),
        reference,
        ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
      },
    });
    return this.credits.enter(tx, kind, change);
  }
}

const ACTIONS = { grant: 'credits.granted', adjustment: 'credits.adjusted' } as const;

/** 5 and 5.0 credits are the same. */
function requestOf({ kind, accountId, amount, note, expiresAt }: OperatorTransfer): string[] {
  const request = [kind, accountId, amount.toString(), note];
  return expiresAt ? [...request, expiresAt.toISOString()] : request;
}

const entered = ({ balance }: EnteredTransfer): DeliveredTransfer => ({ balance, replayed: false });
