import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { CatalogueModel } from '../../catalogue/index.js';
import { CreditsService, toCredits } from '../../credits/index.js';
import { Coalescer, Database } from '../../database/index.js';
import { AppError } from '../../errors/index.js';
import { type InlineFiles, InlineInputs } from './inline-inputs.js';
import type { InlineMedia } from './inline-media.js';
import { CREATE, FIND_USED_KEY } from './prediction.creation.sql.js';

export interface NewPrediction {
  accountId: string;
  /** Null: started by a signed-in person. */
  keyId: string | null;
  env: 'live' | 'test';
  model: CatalogueModel;
  input: Record<string, unknown>;
  /** Data URLs; stored as files before the statement. */
  inlineMedia: InlineMedia | null;
  metadata: Record<string, string>;
  externalUserId: string | null;
  /** Thousandths of a credit. */
  cost: bigint;
  deadlineSeconds: number;
  idempotency: Idempotency | null;
}

interface Idempotency {
  key: string;
  /** SHA-256 of the canonical request, hex. */
  fingerprint: string;
}

/** A row of the statement as JSON, without its place in it: made once, so that its size is known before the batch. */
interface Call {
  accountId: string;
  row: string;
}

/** Of the rows of one statement: thousands of usual ones, and never so many that it takes long. */
const MAX_STATEMENT_BYTES = 512 * 1024;

interface Creation {
  ord: number;
  accepted: boolean;
  /** Thousandths left in the wallet after the whole batch. */
  balance: string;
}

/**
 * Creates predictions that arrive together in one statement (`CREATE`), all or nothing for each. A call that was refused
 * only because of a neighbour that was refused too is tried again by `create`.
 */
@Injectable()
export class PredictionCreation {
  /** Null for an account that does not exist: its neighbours in the batch have been created all the same. */
  private readonly batches: Coalescer<Call, Creation | null>;

  constructor(
    private readonly database: Database,
    private readonly credits: CreditsService,
    private readonly inputs: InlineInputs,
  ) {
    this.batches = new Coalescer((calls) => this.run(calls), {
      maxBatch: 100,
      maxBytes: MAX_STATEMENT_BYTES,
      weigh: ({ row }) => row.length,
      ownerOf: ({ accountId }) => accountId,
    });
  }

  /**
   * @returns the new prediction's id; null when its Idempotency-Key has been used already.
   * @throws 400 for files in the request that are not what they should be; 402 `insufficient_credits`. Nothing was created
   * or charged then, and nothing was stored.
   */
  async create(prediction: NewPrediction): Promise<string | null> {
    const { inlineMedia, ...rest } = prediction;
    if (!inlineMedia) return this.insert(prediction, uuid(), null);
    const id = uuid();
    const files = await this.inputs.store({ id, ...rest }, inlineMedia, () => this.refuseUnaffordable(rest));
    try {
      const created = await this.insert(prediction, id, files);
      if (created === null) this.inputs.discard([id]);
      return created;
    } catch (error) {
      // After any other error it may have been created: the sweeper finds out.
      if (error instanceof AppError) this.inputs.discard([id]);
      throw error;
    }
  }

  /** Before files are stored. The statement alone decides; this keeps those without credit from storing anything. */
  private async refuseUnaffordable({
    accountId,
    cost,
  }: Pick<NewPrediction, 'accountId' | 'cost'>): Promise<void> {
    const { balance } = await this.credits.walletOf(accountId);
    if (balance < cost) throw insufficientCredits(cost, balance);
  }

  private async insert(
    prediction: NewPrediction,
    id: string,
    files: InlineFiles | null,
  ): Promise<string | null> {
    const call = { accountId: prediction.accountId, row: JSON.stringify(rowOf(prediction, id, files)) };
    for (;;) {
      const creation = await this.batches.call(call);
      if (creation === null) throw new AppError('account_not_found');
      if (creation.accepted) return id;
      if (prediction.idempotency && (await this.isUsed(prediction.accountId, prediction.idempotency.key)))
        return null;
      const balance = BigInt(creation.balance);
      if (balance < prediction.cost) throw insufficientCredits(prediction.cost, balance);
      // There is enough after all: neighbours that were refused too stood in the way. At least the first of the next
      // batch gets through, so this ends.
    }
  }

  private async isUsed(accountId: string, key: string): Promise<boolean> {
    const rows = await this.database.query(FIND_USED_KEY, [accountId, key]);
    return rows.length > 0;
  }

  private async run(calls: Call[]): Promise<(Creation | null)[]> {
    const numbered = calls.map(({ row }, ord) => `{"ord":${ord},${row.slice(1)}`);
    const rows = await this.database.prepared<Creation>('create-predictions', CREATE, [
      `[${numbered.join()}]`,
    ]);
    const answers = new Map(rows.map((row) => [row.ord, row]));
    return calls.map((_, index) => answers.get(index) ?? null);
  }
}

function rowOf(call: NewPrediction, id: string, files: InlineFiles | null): object {
  const { model } = call;
  return {
    id,
    account_id: call.accountId,
    key_id: call.keyId,
    env: call.env,
    model_key: model.modelKey,
    model: model.model,
    modality: model.modality,
    operation: model.operation,
    provider: model.provider,
    input: call.input,
    inline_media: files?.links ?? null,
    inline_bytes: files?.bytes ?? null,
    metadata: call.metadata,
    external_user_id: call.externalUserId,
    cost: call.cost.toString(),
    weight: Math.ceil(model.typicalSeconds * 1000),
    deadline_seconds: call.deadlineSeconds,
    idempotency_key: call.idempotency?.key ?? null,
    fingerprint: call.idempotency?.fingerprint ?? null,
  };
}

function insufficientCredits(required: bigint, balance: bigint): AppError {
  const facts = { required: toCredits(required), balance: toCredits(balance) };
  const message = `needs ${facts.required} credits, the balance is ${facts.balance}`;
  return new AppError('insufficient_credits', { details: [{ field: 'modelKey', message, ...facts }] });
}
