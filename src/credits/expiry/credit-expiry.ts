import { Injectable } from '@nestjs/common';
import { Database, type Queryable, type Transaction } from '../../platform/database/index.js';
import { validationFailed } from '../../platform/errors/index.js';
import { SharedRuns } from '../../platform/schedule/index.js';
import { LOCK_WALLET } from '../ledger.sql.js';
import {
  COUNT_LIVE,
  DUE_ACCOUNTS,
  ENTER_EXPIRIES,
  IS_DUE,
  LOCK_POSITION,
  READ_LOTS,
  SETTLE_WALLET,
  TRACK,
  UNREAD_ACCOUNTS,
  WRITE_LOTS,
} from './credit-expiry.sql.js';
import { CreditLots, type ExpiringAmount } from './credit-lots.js';

const PART_ENTRIES = 2_000;
/** A worker keeps the positions within five parts of a settlement. */
const MAX_PARTS = 100;
export const MAX_LIVE_GRANTS = 1_000;
export const MAX_LISTED = 100;

/**
 * Computes which credits expire when, and takes them from the wallet when they do. The statement that charges refuses accounts whose time
 * has come; the expiry is settled here, and the charge is made again.
 */
@Injectable()
export class CreditExpiry {
  /** Concurrent calls of one account share one settlement. */
  private readonly settling = new SharedRuns<void>();

  constructor(private readonly database: Database) {}

  /** Settles in transactions of its own. Joins a settlement of this process in progress. */
  settle(accountId: string): Promise<void> {
    return this.settling.run(accountId, () => this.settleInParts(accountId));
  }

  /** Settles an account whether or not its expiry is due, and computes anew when it is next. */
  async refresh(accountId: string): Promise<void> {
    await this.advance(accountId);
    await this.settleInParts(accountId, true);
  }

  async settleDue(accountId: string): Promise<void> {
    const [account] = await this.database.run(IS_DUE, { account: accountId });
    if (account?.is_due) await this.settle(accountId);
  }

  /** Locks the account only if something has expired. @returns whether something had. */
  async settleIn(tx: Transaction, accountId: string): Promise<boolean> {
    const [account] = await tx.run(IS_DUE, { account: accountId });
    if (!account?.is_due) return false;
    for (let parts = 0; parts < MAX_PARTS && !(await settlePart(tx, accountId)); parts += 1);
    return true;
  }

  /** Does not lock the account. */
  async advance(accountId: string): Promise<void> {
    const advancePart = (tx: Transaction) => this.advancePart(tx, accountId);
    for (let parts = 0; parts < MAX_PARTS && (await this.database.transaction(advancePart)); parts += 1);
  }

  async findWork(limit: number): Promise<{ due: string[]; unread: string[] }> {
    const find = async (accounts: typeof DUE_ACCOUNTS) =>
      (await this.database.run(accounts, { most: limit })).map((row) => row.account_id);
    return { due: await find(DUE_ACCOUNTS), unread: await find(UNREAD_ACCOUNTS) };
  }

  /** Returns the first `MAX_LISTED` times. */
  async expiringOf(accountId: string): Promise<ExpiringAmount[]> {
    for (let parts = 0; parts < MAX_PARTS; parts += 1) {
      const read = await readLots(this.database, accountId);
      if (!read.isMore) return read.lots.remaining.slice(0, MAX_LISTED);
      await this.advance(accountId);
    }
    return [];
  }

  /** @throws 400 when the time is not in the future, or the account has too many grants that expire. */
  async requireGrantable(tx: Transaction, accountId: string, expiresAt: Date): Promise<void> {
    const refuse = (message: string) => validationFailed([{ field: 'expiresAt', message }]);
    const [live] = await tx.run(COUNT_LIVE, { account: accountId, most: MAX_LIVE_GRANTS, expiresAt });
    if (!live!.is_future) throw refuse('must be in the future');
    if (live!.grants >= MAX_LIVE_GRANTS)
      throw refuse(`must be left out: the account has ${MAX_LIVE_GRANTS} grants that have not expired`);
  }

  /** Must run in the transaction of the grant. */
  async track(tx: Transaction, accountId: string, entryId: string, expiresAt: Date): Promise<void> {
    await tx.run(TRACK, { account: accountId, grant: entryId, expiresAt });
  }

  private async settleInParts(accountId: string, isForced = false): Promise<void> {
    const part = (tx: Transaction) => settlePart(tx, accountId, isForced);
    for (let parts = 0; parts < MAX_PARTS && !(await this.database.transaction(part)); parts += 1);
  }

  /** @returns whether there are more entries. */
  private async advancePart(tx: Transaction, accountId: string): Promise<boolean> {
    const [position] = await tx.run(LOCK_POSITION, { account: accountId });
    if (!position) return false;
    const { lots, entriesTo, isMore } = await readLots(tx, accountId);
    await writeLots(tx, accountId, entriesTo!, lots);
    return isMore;
  }
}

/**
 * Computes only a part of the lots when many entries are left. Locks the account until the transaction ends. @returns whether it is done.
 */
async function settlePart(tx: Transaction, accountId: string, isForced = false): Promise<boolean> {
  const [wallet] = await tx.run(LOCK_WALLET, { account: accountId });
  if (!wallet || !(wallet.is_due || isForced)) return true;
  const [position] = await tx.run(LOCK_POSITION, { account: accountId });
  if (!position) return true;
  const { nowMs, lots, entriesTo, isMore } = await readLots(tx, accountId);
  if (entriesTo === null) return true;
  if (isMore) {
    await writeLots(tx, accountId, entriesTo, lots);
    return false;
  }
  const expired = lots.expired(nowMs);
  const lastId = expired.length === 0 ? entriesTo : await enterExpiries(tx, accountId, wallet, expired);
  for (const { at, amount } of expired)
    lots.apply({ kind: 'expiry', isFromWallet: true, amount, predictionId: null, expiresAt: at });
  await writeLots(tx, accountId, lastId, lots);
  const next = lots.nextAfter(nowMs);
  const nextAt = next === null ? null : new Date(next);
  await tx.run(SETTLE_WALLET, {
    ...{ account: accountId, expired: sumOf(expired).toString(), nextAt },
    ...{ hasExpiredHeld: lots.hasExpiredHeld(nowMs), isEmpty: lots.isEmpty },
  });
  return true;
}

/** @returns the id of the last entry. */
async function enterExpiries(
  tx: Transaction,
  accountId: string,
  wallet: { balance: string },
  expired: ExpiringAmount[],
): Promise<string> {
  let balance = BigInt(wallet.balance);
  const entries = expired.map(({ at, amount }, place) => {
    balance -= amount;
    return { place, at, amount, balance };
  });
  const [entered] = await tx.run(ENTER_EXPIRIES, { account: accountId, expired: toJson(entries) });
  return entered!.last_id;
}

async function readLots(from: Queryable, accountId: string) {
  const [row] = await from.run(READ_LOTS, { account: accountId, most: PART_ENTRIES });
  const { now, lots: stored, entries, entries_to: entriesTo } = row!;
  const holds = new Map(
    entries.flatMap(({ prediction, holds }) =>
      prediction && holds ? [[prediction, holds.map(toShare)]] : [],
    ),
  );
  const lots = new CreditLots(
    stored.map(({ at, remaining, held }) => ({ at, remaining: BigInt(remaining), held: BigInt(held) })),
    holds,
  );
  for (const { kind, source, amount, prediction, at } of entries)
    lots.apply({
      kind,
      isFromWallet: source === 'wallet',
      amount: BigInt(amount),
      predictionId: prediction,
      expiresAt: at,
    });
  return { nowMs: Number(now), lots, entriesTo, isMore: entries.length === PART_ENTRIES };
}

async function writeLots(
  tx: Transaction,
  accountId: string,
  entriesTo: string,
  lots: CreditLots,
): Promise<void> {
  const { lots: changed, begun, ended } = lots.changes;
  const values = { account: accountId, entriesTo, lots: toJson(changed), begun: toJson(begun), ended };
  await tx.run(WRITE_LOTS, values);
}

const toShare = ({ at, amount }: { at: number; amount: string }): ExpiringAmount => ({
  at,
  amount: BigInt(amount),
});
const sumOf = (shares: ExpiringAmount[]) => shares.reduce((sum, { amount }) => sum + amount, 0n);
/** Amounts as texts, times as ISO 8601. */
const toJson = (rows: { at: number }[]) =>
  JSON.stringify(
    rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  );
