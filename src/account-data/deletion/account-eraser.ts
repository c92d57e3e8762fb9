import { performance } from 'node:perf_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { UploadData } from '../../assets/index.js';
import { AuditTrail, SYSTEM_SOURCE } from '../../audit/index.js';
import { WriteOff } from '../../credits/index.js';
import { PredictionErasure } from '../../generation/index.js';
import {
  type AccountInErasure,
  Database,
  ERASED_ROWS,
  type ErasureStep,
  type StepStatement,
} from '../../platform/database/index.js';
import { publicId } from '../../platform/http/index.js';
import { Sweeper } from '../../platform/schedule/index.js';
import { PERSONAL_DATA, STEPS } from '../personal-data.js';
import { ADVANCE, BEGIN_LAST_PASS, CLAIM, type ErasureRow, FINISH } from './account-deletions.sql.js';
import type { AccountErasure } from './account-erasure.js';

/** The token of what extensions erase. */
export const ACCOUNT_ERASURES = Symbol('the erasures of the extensions');

/** A batch ends within its claim: removing the files of 100 predictions takes seconds. */
const CLAIM_SECONDS = 60;
/** After this time another account's turn comes. */
const TURN_MS = 10_000;
/** Requests in progress at the deletion have ended by then, and a second pass erases what they wrote. */
export const LAST_PASS_SECONDS = 600;

/**
 * Erases deleted accounts, in batches. The row of the deletion says how far it is, so that another worker continues after a kill; a
 * batch that runs again does nothing. Accounts take turns.
 */
@Injectable()
export class AccountEraser extends Sweeper {
  private readonly steps: [name: string, step: ErasureStep][];

  constructor(
    registry: SchedulerRegistry,
    private readonly database: Database,
    predictions: PredictionErasure,
    writeOff: WriteOff,
    uploads: UploadData,
    private readonly trail: AuditTrail,
    @Inject(ACCOUNT_ERASURES) erasures: readonly AccountErasure[],
  ) {
    super(registry, 'erase-deleted-accounts');
    const statements = PERSONAL_DATA.flatMap(({ steps = {} }) => Object.entries(steps));
    const steps = new Map<string, ErasureStep>([
      ...[predictions, writeOff, uploads].flatMap((one) => Object.entries<ErasureStep>(one.steps)),
      ...statements.map(
        ([name, one]) => [name, (erasure) => this.run(one, erasure)] as [string, ErasureStep],
      ),
    ]);
    this.steps = [
      ...STEPS.map((name): [string, ErasureStep] => [name, steps.get(name)!]),
      // Last: a deletion that another release has begun lacks none of them.
      ...erasures.map((one): [string, ErasureStep] => [
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
    const place = this.steps.findIndex(([name]) => name === erasure.step);
    let index = Math.max(0, place);
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

  private async run(
    statement: StepStatement,
    { account_id: id, position }: AccountInErasure,
  ): Promise<unknown> {
    const [row] = await this.database.run(statement, { account: id, position: textOf(position) });
    const { count, position: next } = row!;
    return count < ERASED_ROWS ? undefined : next;
  }
}

const textOf = (position: unknown) => (position === null ? null : JSON.stringify(position));
