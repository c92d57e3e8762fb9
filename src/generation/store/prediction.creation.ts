import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { CatalogueModel } from '../../catalogue/index.js';
import { CreditsService, toCredits } from '../../credits/index.js';
import { Coalescer, Database } from '../../database/index.js';
import { AppError } from '../../errors/index.js';
import type { Span } from '../../tracing/index.js';
import { type InlineFiles, InlineInputs } from './inline-inputs.js';
import type { InlineMedia } from './inline-media.js';
import { CREATE, FIND_USED_KEY } from './prediction.creation.sql.js';
import { predictionIdOf } from './prediction-id.js';
import { RunTimes } from './run-times.js';
import { workloadOf } from './workload.js';

export interface NewPrediction {
  accountId: string;
  /** Null: started by a signed-in user. */
  keyId: string | null;
  env: 'live' | 'test';
  model: CatalogueModel;
  input: Record<string, unknown>;
  /** Data URLs. They are stored as files before the statement runs. */
  inlineMedia: InlineMedia | null;
  metadata: Record<string, string>;
  externalUserId: string | null;
  /** Thousandths of a credit. */
  cost: bigint;
  deadlineSeconds: number;
  idempotency: Idempotency | null;
  /** Recorded: the steps of the prediction are recorded below it. */
  span?: Span | null;
}

interface Idempotency {
  key: string;
  /** SHA-256 of the canonical request, hex. */
  fingerprint: string;
}

/** A call of the statement as JSON without its `ord`, serialised once, so that the batch can be bounded by its bytes. */
interface Call {
  accountId: string;
  row: string;
}

/** Bounds the time of one statement. Fits thousands of usual rows. */
const MAX_STATEMENT_BYTES = 512 * 1024;

interface Creation {
  ord: number;
  accepted: boolean;
  /** Thousandths of a credit in the wallet after the whole batch. */
  balance: string;
}

/**
 * Creates predictions. Calls that arrive together run as one statement (`CREATE`), all or nothing for each. A call that was
 * rejected only because of another rejected call of its batch is retried.
 */
@Injectable()
export class PredictionCreation {
  /** Returns null for an account that does not exist; the other calls of the batch are not affected. */
  private readonly batches: Coalescer<Call, Creation | null>;

  constructor(
    private readonly database: Database,
    private readonly credits: CreditsService,
    private readonly inputs: InlineInputs,
    private readonly runTimes: RunTimes,
  ) {
    this.batches = new Coalescer((calls) => this.run(calls), {
      maxBatch: 100,
      maxBytes: MAX_STATEMENT_BYTES,
      weigh: ({ row }) => row.length,
      ownerOf: ({ accountId }) => accountId,
    });
  }

  /**
   * Charges and creates a prediction.
   * @returns the id of the prediction; null when its Idempotency-Key is already used.
   * @throws 400 for an invalid inline file; 402 `insufficient_credits`. Then nothing was created, charged or stored.
   */
  async create(prediction: NewPrediction): Promise<string | null> {
    const { inlineMedia, ...rest } = prediction;
    if (!inlineMedia) return this.insert(prediction, uuid(), null);
    const id = uuid();
    const files = await this.inputs.store({ id, ...rest }, inlineMedia, () => this.rejectUnaffordable(rest));
    try {
      const created = await this.insert(prediction, id, files);
      if (created === null) this.inputs.discard([id]);
      return created;
    } catch (error) {
      // After any other error the prediction may exist: the sweeper checks and removes the files if it does not.
      if (error instanceof AppError) this.inputs.discard([id]);
      throw error;
    }
  }

  /** Checks the inline files of a request as `create` does. @throws 400 for an invalid one. */
  async checkInline({
    accountId,
    inlineMedia,
  }: Pick<NewPrediction, 'accountId' | 'inlineMedia'>): Promise<void> {
    if (inlineMedia) await this.inputs.check(accountId, inlineMedia);
  }

  /**
   * Checks the balance before what costs time or space: files, a review. Only the statement decides.
   * @throws 402 `insufficient_credits`.
   */
  async rejectUnaffordable({ accountId, cost }: Pick<NewPrediction, 'accountId' | 'cost'>): Promise<void> {
    const { balance } = await this.credits.walletOf(accountId);
    if (balance < cost) throw insufficientCredits(cost, balance);
  }

  private async insert(
    prediction: NewPrediction,
    id: string,
    files: InlineFiles | null,
  ): Promise<string | null> {
    const { span } = prediction;
    span?.annotate({ predictionId: predictionIdOf(id) });
    const row = {
      ...rowOf(prediction, id, files),
      ...(span && { trace_context: span.context }),
      ...(await this.expectedWork(prediction)),
    };
    const call = { accountId: prediction.accountId, row: JSON.stringify(row) };
    for (;;) {
      const creation = await this.batches.call(call);
      if (creation === null) throw new AppError('account_not_found');
      if (creation.accepted) return id;
      if (prediction.idempotency && (await this.isUsed(prediction.accountId, prediction.idempotency.key)))
        return null;
      const balance = BigInt(creation.balance);
      if (balance < prediction.cost) throw insufficientCredits(prediction.cost, balance);
      // The balance is sufficient: other rejected calls of the batch preceded this one. The loop ends, because the first
      // call of an account in a batch depends on the balance only.
    }
  }

  /** Returns the workload of a prediction and its expected milliseconds. */
  private async expectedWork({ model, input, cost }: NewPrediction): Promise<object> {
    await this.runTimes.refresh();
    const { modelKey } = model;
    const workload = workloadOf(model, input);
    const { seconds } = this.runTimes.expect({ modelKey, workload, cost: Number(cost) });
    return { workload, weight: Math.max(1, Math.ceil(seconds * 1000)) };
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
    const creations = new Map(rows.map((row) => [row.ord, row]));
    return calls.map((_, index) => creations.get(index) ?? null);
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
