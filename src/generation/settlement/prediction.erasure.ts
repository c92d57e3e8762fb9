import { Injectable } from '@nestjs/common';
import { AssetStorage, outputPrefix, removeAll } from '../../assets/index.js';
import { Database, type ErasureStep, type ErasureSteps } from '../../platform/database/index.js';
import { publicId } from '../../platform/http/index.js';
import { InlineInputs } from '../creation/inline-inputs.js';
import {
  CANCELLED_PREDICTIONS,
  ERASE_PREDICTIONS,
  ERASED_PREDICTIONS,
  FIND_PROCESSING,
  NEXT_PREDICTIONS,
} from '../personal-data.sql.js';
import { PredictionEnding } from './prediction.ending.js';

/** Cancels the predictions of a deleted account, and erases them with their files. */
@Injectable()
export class PredictionErasure implements ErasureSteps {
  /** The refunds go to the balance, which is written off after it. */
  private readonly cancel: ErasureStep = async ({ account_id: account }) => {
    const rows = await this.database.run(FIND_PROCESSING, { account });
    await Promise.all(rows.map((row) => this.ending.cancel(row.id)));
    return rows.length < CANCELLED_PREDICTIONS ? undefined : null;
  };

  /** Removes files before it erases the rows: after a kill in between they are removed again. */
  private readonly erase: ErasureStep = async (erasure, isStopping) => {
    const { account_id: account, requested_at: deletedAt, position } = erasure;
    const [createdAt, id] = (position as [string, string] | null) ?? [null, null];
    const rows = await this.database.run(NEXT_PREDICTIONS, { account, deletedAt, createdAt, id });
    const withOutputs = rows.filter(({ has_outputs: has }) => has);
    const withInputs = rows.filter(({ has_inputs: has }) => has);
    const remove = (row: { id: string }) => this.storage.remove(outputPrefix(publicId('pred', row.id)));
    if (!(await removeAll(withOutputs, remove, isStopping))) return position;
    if (withInputs.length > 0) await this.inputs.remove(withInputs.map((row) => row.id));
    await this.database.run(ERASE_PREDICTIONS, { predictions: rows.map((row) => row.id) });
    return rows.length < ERASED_PREDICTIONS ? undefined : rows.at(-1)!.position;
  };

  readonly steps = { 'cancel predictions': this.cancel, 'erase predictions': this.erase };

  constructor(
    private readonly database: Database,
    private readonly ending: PredictionEnding,
    private readonly inputs: InlineInputs,
    private readonly storage: AssetStorage,
  ) {}
}
