import { Injectable } from '@nestjs/common';
import { toCredits } from '../credits/index.js';
import { type Batches, Database } from '../platform/database/index.js';
import { publicId } from '../platform/http/index.js';
import {
  END_USERS,
  END_USERS_PER_BATCH,
  type ExportedPredictionRow,
  PREDICTIONS,
  PREDICTIONS_PER_BATCH,
} from './prediction.export.sql.js';
import { fromStoredColumns } from './request-fields.js';

/** Reads what an export shows of predictions, in batches, as the API shows it. */
@Injectable()
export class PredictionExport {
  constructor(private readonly database: Database) {}

  /** Yields the predictions with their input. */
  async *predictions(accountId: string): Batches {
    for await (const rows of this.rows(accountId)) yield rows.map(showPrediction);
  }

  /** Yields the outputs that are stored. */
  async *files(accountId: string): Batches {
    for await (const rows of this.rows(accountId)) yield rows.flatMap(filesOf);
  }

  /** Yields the end users of predictions. */
  async *endUsers(accountId: string): Batches {
    for (let after = ''; ;) {
      const rows = await this.database.report(accountId, END_USERS, { account: accountId, after });
      yield rows.map((row) => ({
        externalUserId: row.external_user_id,
        predictions: row.predictions,
        charged: toCredits(row.charged),
        refunded: toCredits(row.refunded),
      }));
      if (rows.length < END_USERS_PER_BATCH) return;
      after = rows.at(-1)!.external_user_id;
    }
  }

  private async *rows(accountId: string): AsyncGenerator<ExportedPredictionRow[]> {
    let position: { createdAt: string | null; id: string | null } = { createdAt: null, id: null };
    for (;;) {
      const rows = await this.database.batch(accountId, PREDICTIONS, { account: accountId, ...position });
      yield rows;
      if (rows.length < PREDICTIONS_PER_BATCH) return;
      const { created_exact: createdAt, id } = rows.at(-1)!;
      position = { createdAt, id };
    }
  }
}

function showPrediction(row: ExportedPredictionRow): object {
  const { metadata, ...stored } = fromStoredColumns(row);
  return {
    predictionId: publicId('pred', row.id),
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    completedAt: row.completed_at?.toISOString() ?? null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    status: row.status,
    modelKey: row.model_key,
    model: row.model,
    modality: row.modality,
    operation: row.operation,
    env: row.env,
    keyId: row.key_id === null ? null : publicId('key', row.key_id),
    ...stored,
    creditCost: toCredits(row.cost),
    creditsRefunded: row.status === 'failed' ? toCredits(row.cost) : 0,
    input: row.input,
    metadata,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message },
  };
}

/** Returns the outputs that are still stored. Their links come from the status of the prediction. */
function filesOf(row: ExportedPredictionRow): object[] {
  if (row.outputs === null || row.outputs_removed_at !== null) return [];
  return row.outputs.map(({ name, contentType, bytes, sha256 }) => ({
    name,
    predictionId: publicId('pred', row.id),
    contentType,
    bytes,
    sha256,
    expiresAt: row.output_expires_at?.toISOString() ?? null,
  }));
}
