import { Injectable, Logger } from '@nestjs/common';
import type { CatalogueModel, Plan } from '../../catalogue/index.js';
import { CreditsService, SpendLimits } from '../../credits/index.js';
import { byOrdinal, Coalescer, Database, newId } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { publicId } from '../../platform/http/index.js';
import type { Span } from '../../platform/tracing/index.js';
import { RunTimes, workloadOf } from '../estimates/run-times.js';
import { type StoredFields, toStoredColumns } from '../request-fields.js';
import { refusalOf, shortLimitOf, type SpendRoom } from './creation-refusal.js';
import { type InlineFiles, InlineInputs, type InputSizes } from './inline-inputs.js';
import type { InlineMedia } from './inline-media.js';
import { CREATE, CREATE_WITHIN_LIMITS, type Creation, FIND_USED_KEY } from './prediction.creation.sql.js';

export interface NewPrediction extends StoredFields {
  accountId: string;
  /** Null: started by a signed-in user. */
  keyId: string | null;
  env: 'live' | 'test';
  model: CatalogueModel;
  input: Record<string, unknown>;
  /** Data URLs. */
  inlineMedia: InlineMedia | null;
  /** Thousandths of a credit. */
  cost: bigint;
  priceVersion: string;
  deadlineSeconds: number;
  /** Null: no plan changes the place in the queue. */
  plan: Plan | null;
  idempotency: Idempotency | null;
  /** Parent of the spans of the prediction's steps. */
  span?: Span | null;
}

type Affordable = Pick<NewPrediction, 'accountId' | 'keyId' | 'externalUserId' | 'cost'>;

interface Idempotency {
  key: string;
  /** SHA-256 of the canonical request, hex. */
  fingerprint: string;
}

/** JSON without its `ord`, serialised once, so that the batch can be bounded by its bytes. */
interface Call {
  accountId: string;
  row: string;
}

/** Bounds the time of one statement. Fits thousands of usual rows. */
const MAX_STATEMENT_BYTES = 512 * 1024;

/** A call runs again so often because the statement could not judge it. */
const MAX_RERUNS = 20;

const MAX_LIMITED_ACCOUNTS = 10_000;

/**
 * Calls that arrive together run as one statement (`CREATE`), all or nothing for each. A call that was rejected only because of another
 * rejected call of its batch is retried.
 *
 * Batches in which an account has spend limits run as CREATE_WITHIN_LIMITS. Which accounts those are is a guess that only chooses the
 * statement: CREATE rejects a call of such an account, which is then retried.
 */
@Injectable()
export class PredictionCreation {
  /** Returns null for an account that does not exist; the other calls of the batch are not affected. */
  private readonly logger = new Logger('creation');
  private readonly batches: Coalescer<Call, Creation | null>;
  private readonly limitedAccounts = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly credits: CreditsService,
    private readonly limits: SpendLimits,
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
   * @param checkSizes gets the sizes of inline files before anything is stored. Its error is passed on.
   * @returns the id of the prediction; null when its Idempotency-Key is already used.
   * @throws 400 for an invalid inline file; 402 when the balance or a spend limit is short. Then nothing was created, charged or stored.
   */
  async create(
    prediction: NewPrediction,
    checkSizes: (sizes: InputSizes) => void = () => undefined,
  ): Promise<string | null> {
    const { inlineMedia, ...rest } = prediction;
    if (!inlineMedia) return this.insert(prediction, newId(), null);
    const id = newId();
    const files = await this.inputs.store({ id, ...rest }, inlineMedia, async (sizes) => {
      checkSizes(sizes);
      await this.rejectUnaffordable(rest);
    });
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

  /** @returns the sizes of the inline files. @throws 400 for an invalid one. */
  async checkInline({
    accountId,
    inlineMedia,
  }: Pick<NewPrediction, 'accountId' | 'inlineMedia'>): Promise<InputSizes> {
    return inlineMedia ? this.inputs.check(accountId, inlineMedia) : new Map();
  }

  /** Runs before what costs time or space: files, a review. Only the statement decides. @throws 402. */
  async rejectUnaffordable(prediction: Affordable): Promise<void> {
    const { refusal } = await this.afford(prediction);
    if (refusal) throw refusal;
  }

  /** Returns the balance, the 402 that the prediction would get now or null, and the limit that is short when the balance is not. */
  async afford({ accountId, keyId, externalUserId, cost }: Affordable) {
    const { balance, owed, hasSpendLimits } = await this.credits.walletOf(accountId);
    const spending = hasSpendLimits ? await this.limits.ofCall(accountId, keyId, externalUserId) : [];
    const rooms = spending.map(({ kind, limit, spent, periodEndsAt }) => ({
      kind,
      credits: limit!.credits,
      spent,
      resetsAt: periodEndsAt,
    }));
    const refusal = refusalOf(cost, { balance, owed }, rooms);
    return { balance, refusal, short: owed > 0n || balance < cost ? undefined : shortLimitOf(cost, rooms) };
  }

  private async insert(
    prediction: NewPrediction,
    id: string,
    files: InlineFiles | null,
  ): Promise<string | null> {
    const { span } = prediction;
    span?.annotate({ predictionId: publicId('pred', id) });
    const row = {
      ...rowOf(prediction, id, files),
      ...(span && { trace_context: span.context }),
      ...(await this.expectedWork(prediction)),
    };
    const call = { accountId: prediction.accountId, row: JSON.stringify(row) };
    for (let reruns = 0; ;) {
      const creation = await this.batches.call(call);
      if (creation === null) throw new AppError('account_not_found');
      if (creation.accepted) return id;
      if (prediction.idempotency && (await this.isUsed(prediction.accountId, prediction.idempotency.key)))
        return null;
      if (mustRunAgain(creation)) {
        if ((reruns += 1) > MAX_RERUNS)
          throw new AppError('service_unavailable', { headers: { 'Retry-After': '1' } });
        if (creation.is_due) await this.credits.settleExpired(prediction.accountId);
        continue;
      }
      const wallet = { balance: BigInt(creation.balance), owed: BigInt(creation.owed) };
      const refusal = refusalOf(prediction.cost, wallet, roomsOf(creation));
      if (refusal) throw refusal;
      // Balance and limits are sufficient: other rejected calls of the batch preceded this one. The loop ends, because the
      // first call of an account that they cover alone is accepted in each batch.
    }
  }

  /** The expected milliseconds are those that the fair queue counts for the plan. */
  private async expectedWork({ model, input, cost, plan }: NewPrediction): Promise<object> {
    await this.runTimes.refresh();
    const { modelKey } = model;
    const workload = workloadOf(model, input);
    const { seconds } = this.runTimes.expect({ modelKey, workload, cost: Number(cost) });
    return { workload, weight: Math.max(1, Math.ceil((seconds * 1000) / (plan?.priority ?? 1))) };
  }

  private async isUsed(accountId: string, key: string): Promise<boolean> {
    const rows = await this.database.run(FIND_USED_KEY, { account: accountId, key });
    return rows.length > 0;
  }

  private async run(calls: Call[]): Promise<(Creation | null)[]> {
    const numbered = calls.map(({ row }, ord) => `{"ord":${ord},${row.slice(1)}`);
    const isLimited = calls.some(({ accountId }) => this.limitedAccounts.has(accountId));
    const values = { calls: `[${numbered.join()}]` };
    const rows: Creation[] = isLimited
      ? await this.database.run(CREATE_WITHIN_LIMITS, values)
      : await this.database.run(CREATE, values);
    for (const { ord, needs_limits } of rows) if (needs_limits) this.rememberLimited(calls[ord]!.accountId);
    await this.beginPeriods(rows);
    return byOrdinal(rows, calls.length);
  }

  private rememberLimited(accountId: string): void {
    if (this.limitedAccounts.size >= MAX_LIMITED_ACCOUNTS) this.limitedAccounts.clear();
    this.limitedAccounts.add(accountId);
  }

  /** Never rejects, because other calls were accepted. */
  private async beginPeriods(rows: Creation[]): Promise<void> {
    const past = rows.flatMap(({ counters }) => counters?.filter(({ isCurrent }) => !isCurrent) ?? []);
    if (past.length === 0) return;
    const subjects = [...new Set(past.map(({ subject }) => subject))];
    await this.limits.roll(subjects).catch((error: unknown) => {
      // The calls run again, and so does this.
      this.logger.warn(`could not begin the period of spend limits: ${String(error)}`);
    });
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
    ...toStoredColumns(call),
    cost: call.cost.toString(),
    price_version: call.priceVersion,
    deadline_seconds: call.deadlineSeconds,
    waits_for_plan: call.plan?.maxConcurrent !== undefined,
    idempotency_key: call.idempotency?.key ?? null,
    fingerprint: call.idempotency?.fingerprint ?? null,
  };
}

/** The statement could not judge the call: credits have expired, or it lacks the limits or their current periods. */
function mustRunAgain({ is_due, needs_limits, is_stale, counters }: Creation): boolean {
  return (
    is_due ||
    needs_limits === true ||
    is_stale === true ||
    (counters ?? []).some(({ isCurrent }) => !isCurrent)
  );
}

function roomsOf({ counters }: Creation): SpendRoom[] {
  return (counters ?? []).map(({ kind, credits, spent, periodEnd }) => ({
    kind,
    credits: BigInt(credits),
    spent: BigInt(spent),
    resetsAt: periodEnd === null ? null : new Date(periodEnd),
  }));
}
