import { Injectable } from '@nestjs/common';
import { AccountSettings } from '../../accounts/index.js';
import { AuditEventsReader } from '../../audit/index.js';
import { PaymentsReader } from '../../billing/index.js';
import { CreditsService, LedgerReader, toCredits } from '../../credits/index.js';
import { KeysService } from '../../keys/index.js';
import { Members } from '../../members/index.js';
import { Database } from '../../platform/database/index.js';
import { type Page, publicId } from '../../platform/http/index.js';
import {
  END_USERS,
  END_USERS_PER_BATCH,
  type ExportedPredictionRow,
  PREDICTIONS,
  PREDICTIONS_PER_BATCH,
  UPLOADS,
} from './export.sql.js';

const PAGE = 100;

/** Batches of the objects of a list. */
export type Batches = AsyncGenerator<object[]>;

/**
 * Reads what an export contains, in batches, as the API shows it. Never a secret or a hash: keys are masked, passwords and links are not
 * read.
 */
@Injectable()
export class ExportedData {
  constructor(
    private readonly database: Database,
    private readonly settings: AccountSettings,
    private readonly credits: CreditsService,
    private readonly members: Members,
    private readonly keys: KeysService,
    private readonly ledger: LedgerReader,
    private readonly payments: PaymentsReader,
    private readonly events: AuditEventsReader,
  ) {}

  /** @throws 404 for an unknown account. */
  async account(accountId: string): Promise<object> {
    const { success: _, ...settings } = await this.settings.read(accountId);
    const { balance, held, owed } = await this.credits.walletOf(accountId);
    return {
      ...settings,
      credits: { balance: toCredits(balance), held: toCredits(held), owed: toCredits(owed) },
    };
  }

  /** Returns the lists, by the name of their file. */
  lists(accountId: string): [name: string, batches: () => Batches][] {
    return [
      ['members.json', () => this.membersOf(accountId)],
      ['keys.json', () => this.keysOf(accountId)],
      ['predictions.json', () => this.predictionsOf(accountId)],
      ['ledger.json', () => this.ledger.batches(accountId, {})],
      ['payments.json', () => this.paymentsOf(accountId)],
      ['audit.json', () => this.events.batches(accountId, { limit: PAGE })],
      ['end-users.json', () => this.endUsersOf(accountId)],
      ['files.json', () => this.filesOf(accountId)],
    ];
  }

  private async *membersOf(accountId: string): Batches {
    const { items, invitations } = await this.members.list(accountId);
    yield items;
    yield invitations.map((invitation) => ({ invitation }));
  }

  private async *keysOf(accountId: string): Batches {
    let cursor: string | undefined;
    do {
      const { keys, nextCursor } = await this.keys.list(accountId, cursor);
      yield keys;
      cursor = nextCursor;
    } while (cursor !== undefined);
  }

  private async *paymentsOf(accountId: string): Batches {
    let cursor: string | undefined;
    do {
      const page: Page<object> = await this.payments.list(accountId, { limit: PAGE, cursor });
      yield page.items;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  private async *predictionsOf(accountId: string): Batches {
    for await (const rows of this.predictionRows(accountId)) yield rows.map(showPrediction);
  }

  private async *filesOf(accountId: string): Batches {
    for await (const rows of this.predictionRows(accountId)) yield rows.flatMap(filesOf);
    const uploads = await this.database.run(UPLOADS, { account: accountId });
    yield uploads.map((row) => ({
      name: row.name,
      bytes: Number(row.bytes),
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    }));
  }

  private async *endUsersOf(accountId: string): Batches {
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

  private async *predictionRows(accountId: string): AsyncGenerator<ExportedPredictionRow[]> {
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
    externalUserId: row.external_user_id,
    creditCost: toCredits(row.cost),
    creditsRefunded: row.status === 'failed' ? toCredits(row.cost) : 0,
    input: row.input,
    metadata: row.metadata,
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
