import { performance } from 'node:perf_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { AssetStorage, outputPrefix, removeEach } from '../../assets/index.js';
import { AuditTrail, SYSTEM_SOURCE } from '../../audit/index.js';
import { InlineInputs, PredictionEnding } from '../../generation/index.js';
import { Database } from '../../platform/database/index.js';
import { publicId } from '../../platform/http/index.js';
import { Sweeper } from '../../platform/schedule/index.js';
import { ADVANCE, BEGIN_LAST_PASS, CLAIM, type ErasureRow, FINISH } from './account-deletions.sql.js';
import type { AccountErasure } from './account-erasure.js';
import {
  BATCH_CANCELS,
  BATCH_FILES,
  BATCH_ROWS,
  ERASE_PREDICTIONS,
  FIND_PROCESSING,
  NEXT_PREDICTIONS,
  NEXT_UPLOADS,
  REMOVE_UPLOADS,
  SQL_STEPS,
  type SqlStep,
} from './erasure.sql.js';
import { WriteOff } from './write-off.js';

/** The token of what extensions erase. */
export const ACCOUNT_ERASURES = Symbol('the erasures of the extensions');

/** A batch ends within its claim: removing the files of 100 predictions takes seconds. */
const CLAIM_SECONDS = 60;
/** After this time another account's turn comes. */
const TURN_MS = 10_000;
/** Requests in progress at the deletion have ended by then, and a second pass erases what they wrote. */
export const LAST_PASS_SECONDS = 600;

/** Erases a batch. Returns where the next one begins; undefined when the step is done. */
type Step = (erasure: ErasureRow, isStopping: () => boolean) => Promise<unknown>;

/**
 * Erases deleted accounts, in batches. The row of the deletion says how far it is, so that another worker continues after a kill; a
 * batch that runs again does nothing. Accounts take turns.
 */
@Injectable()
export class AccountEraser extends Sweeper {
  private readonly steps: [name: string, step: Step][];

  constructor(
    registry: SchedulerRegistry,
    private readonly database: Database,
    private readonly ending: PredictionEnding,
    private readonly inputs: InlineInputs,
    private readonly storage: AssetStorage,
    private readonly writeOff: WriteOff,
    private readonly trail: AuditTrail,
    @Inject(ACCOUNT_ERASURES) erasures: readonly AccountErasure[],
  ) {
    super(registry, 'erase-deleted-accounts');
    const statements = SQL_STEPS.map((one): [string, Step] => [
      one.step,
      (erasure) => this.run(one, erasure),
    ]);
    this.steps = [
      ['cancel predictions', (erasure) => this.cancelPredictions(erasure)],
      ['write off credits', (erasure) => this.writeOffCredits(erasure)],
      ['erase predictions', (erasure, isStopping) => this.erasePredictions(erasure, isStopping)],
      ['remove uploads', (erasure, isStopping) => this.removeUploads(erasure, isStopping)],
      ...statements,
      // Last: a deletion that another release has begun lacks none of them.
      ...erasures.map((one): [string, Step] => [
        one.step,
        async ({ account_id: id }) => ((await one.erase(id)) ? undefined : null),
      ]),
    ];
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    while (!isStopping()) {
      const [erasure] = await this.database.run(CLAIM, { seconds: CLAIM_SECONDS });
      if (!erasure) return;
      try {
        await this.advance(erasure, isStopping);
      } catch (error) {
        // It stays claimed: the next try comes after that time, and other accounts meanwhile.
        const account = publicId('acc', erasure.account_id);
        this.logger.warn({ account, step: erasure.step }, `erasing is tried again: ${String(error)}`);
      }
    }
  }

  /** Erases batch by batch until the pass is done, the turn is over or `isStopping`. */
  private async advance(erasure: ErasureRow, isStopping: () => boolean): Promise<void> {
    const endsAt = performance.now() + TURN_MS;
    let index = Math.max(
      0,
      this.steps.findIndex(([name]) => name === erasure.step),
    );
    while (index < this.steps.length) {
      const isOver = isStopping() || performance.now() >= endsAt;
      if (isOver) return this.save(erasure, 0);
      const [name, step] = this.steps[index]!;
      erasure.step = name;
      const position = await step(erasure, isStopping);
      if (position === undefined) {
        index += 1;
        erasure.step = this.steps[index]?.[0] ?? name;
      }
      erasure.position = position ?? null;
      await this.save(erasure, CLAIM_SECONDS);
    }
    await this.endPass(erasure);
  }

  private async save({ account_id: id, pass, step, position }: ErasureRow, seconds: number): Promise<void> {
    await this.database.run(ADVANCE, { account: id, pass, step, position: textOf(position), seconds });
  }

  private async endPass({ account_id: accountId, pass }: ErasureRow): Promise<void> {
    if (pass === 1) {
      await this.database.run(BEGIN_LAST_PASS, { account: accountId, seconds: LAST_PASS_SECONDS });
      return;
    }
    await this.database.transaction(async (tx) => {
      const finished = await tx.run(FINISH, { account: accountId });
      if (finished.length === 0) return;
      const change = { accountId, action: 'account.erased', target: publicId('acc', accountId) };
      await this.trail.record(tx, { ...SYSTEM_SOURCE, ...change });
    });
  }

  private async run({ statement }: SqlStep, { account_id: id, position }: ErasureRow): Promise<unknown> {
    const [row] = await this.database.run(statement, { account: id, position: textOf(position) });
    const { count, position: next } = row!;
    return count < BATCH_ROWS ? undefined : next;
  }

  /** The refunds go to the balance, which the next step writes off. */
  private async cancelPredictions({ account_id: id }: ErasureRow): Promise<unknown> {
    const rows = await this.database.run(FIND_PROCESSING, { account: id });
    await Promise.all(rows.map((row) => this.ending.cancel(row.id)));
    return rows.length < BATCH_CANCELS ? undefined : null;
  }

  private async writeOffCredits({ account_id: id }: ErasureRow): Promise<undefined> {
    await this.database.transaction((tx) => this.writeOff.settle(tx, id));
    return undefined;
  }

  /** Removes files before it erases the rows: after a kill in between they are removed again. */
  private async erasePredictions(
    { account_id: account, requested_at: deletedAt, position }: ErasureRow,
    isStopping: () => boolean,
  ): Promise<unknown> {
    const [createdAt, id] = (position as [string, string] | null) ?? [null, null];
    const rows = await this.database.run(NEXT_PREDICTIONS, { account, deletedAt, createdAt, id });
    const withOutputs = rows.filter(({ has_outputs: has }) => has);
    const withInputs = rows.filter(({ has_inputs: has }) => has);
    const remove = (row: { id: string }) => this.storage.remove(outputPrefix(publicId('pred', row.id)));
    if (!(await isEachRemoved(withOutputs, remove, isStopping))) return position;
    if (withInputs.length > 0) await this.inputs.remove(withInputs.map((row) => row.id));
    await this.database.run(ERASE_PREDICTIONS, { predictions: rows.map((row) => row.id) });
    return rows.length < BATCH_FILES ? undefined : rows.at(-1)!.position;
  }

  private async removeUploads(
    { account_id: account, pass, requested_at: deletedAt }: ErasureRow,
    isStopping: () => boolean,
  ): Promise<unknown> {
    const rows = await this.database.run(NEXT_UPLOADS, { account, pass, deletedAt });
    const remove = (row: { name: string }) => this.storage.remove(row.name);
    if (!(await isEachRemoved(rows, remove, isStopping))) return null;
    await this.database.run(REMOVE_UPLOADS, { uploads: rows.map((row) => row.id) });
    return rows.length < BATCH_FILES ? undefined : null;
  }
}

const textOf = (position: unknown) => (position === null ? null : JSON.stringify(position));

/** @returns false when the process stops before all are removed. @throws the first error. */
async function isEachRemoved<T>(
  rows: readonly T[],
  remove: (row: T) => Promise<void>,
  isStopping: () => boolean,
): Promise<boolean> {
  const { failed, left } = await removeEach(rows, remove, isStopping);
  if (failed.length > 0) throw failed[0]!.error;
  return left.length === 0;
}
