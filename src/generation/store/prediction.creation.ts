import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { CatalogueModel } from '../../catalogue/index.js';
import { Coalescer, Database } from '../../database/index.js';
import { AppError } from '../../errors/index.js';
import { CreditsService, toCredits } from '../../credits/index.js';
import type { InlineMedia } from '../api/generation-request.js';
import { IDEMPOTENCY_HOURS } from './idempotency.store.js';
import { type InlineFiles, InlineInputs } from './inline-inputs.js';

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

export interface Idempotency {
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
 * Creates predictions that arrive together in one statement, which is one transaction: idempotency key, debit of the
 * wallet, prediction (and with it its place in the queue) and charge, all or nothing for each.
 *
 * - Wallets are locked in one order over all processes, and what is read from them is what is written to them, so
 *   parallel creates can never spend the same credit twice. What is written comes from the locked row and not from the
 *   updated one (`a.balance`): PostgreSQL holds the new row to its checks before it finds out that the old one has
 *   changed meanwhile, so a charge out of a grant that was just committed would be refused as an overdraft.
 * - An Idempotency-Key past its time is taken over, swept or not. No key is twice in a batch: `IdempotencyStore` lets one
 *   request at a time through.
 * - A call is accepted when the calls of its account before it in the batch leave enough. One that was refused only
 *   because of a neighbour that was refused too is tried again by `create`.
 * - The fair line: an account's predictions follow each other by their expected work (`weight`), starting where the
 *   line is served now. So an account with ten thousand waiting does not hold up one that has a single one.
 */
const CREATE = `
with call as materialized (
  select * from jsonb_to_recordset($1::jsonb) as c (
    ord int, id uuid, account_id uuid, key_id uuid, env text, model_key text, model text, modality text, operation text,
    provider text, input jsonb, inline_media jsonb, inline_bytes bigint, metadata jsonb, external_user_id text, cost bigint, weight bigint,
    deadline_seconds float8, idempotency_key text, fingerprint text)
),
wallet as materialized (
  select id, balance, held, fair_tag from accounts where id in (select account_id from call) order by id for update
),
affordable as materialized (
  select * from (
    select c.*, w.balance, sum(c.cost) over (partition by c.account_id order by c.ord) as running
    from call c join wallet w on w.id = c.account_id) c
  where running <= balance
),
first_use as (
  insert into idempotency_keys (account_id, key, fingerprint, prediction_id)
  select account_id, idempotency_key, decode(fingerprint, 'hex'), id from affordable where idempotency_key is not null
  on conflict (account_id, key) do update
    set fingerprint = excluded.fingerprint, prediction_id = excluded.prediction_id, created_at = clock_timestamp()
    where idempotency_keys.created_at <= clock_timestamp() - make_interval(hours => ${IDEMPOTENCY_HOURS})
  returning prediction_id
),
accepted as materialized (
  select a.*, sum(cost) over sofar as spent, sum(weight) over sofar as weighed
  from affordable a
  where idempotency_key is null or id in (select prediction_id from first_use)
  window sofar as (partition by account_id order by ord)
),
total as materialized (
  select account_id, sum(cost) as cost, sum(weight) as weight from accepted group by account_id
),
debited as (
  update accounts a set
    balance = w.balance - t.cost, held = w.held + t.cost, balance_updated_at = clock_timestamp(),
    fair_tag = greatest(w.fair_tag, (select tag from queue_clock)) + t.weight
  from total t join wallet w on w.id = t.account_id where a.id = w.id
),
created as (
  insert into predictions (id, account_id, key_id, env, model_key, model, modality, operation, provider, input,
    inline_media, inline_bytes, metadata, external_user_id, cost, weight, fair_tag, deadline_at)
  select a.id, a.account_id, a.key_id, a.env, a.model_key, a.model, a.modality, a.operation, a.provider, a.input,
    a.inline_media, a.inline_bytes, a.metadata, a.external_user_id, a.cost, a.weight,
    greatest(w.fair_tag, (select tag from queue_clock)) + a.weighed - a.weight,
    clock_timestamp() + make_interval(secs => a.deadline_seconds)
  from accepted a join wallet w on w.id = a.account_id
),
charged as (
  insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after)
  select a.account_id, a.id, 'charge', 'wallet', 'held', a.cost, w.balance - a.spent
  from accepted a join wallet w on w.id = a.account_id
  order by a.account_id, a.ord
)
select c.ord, a.id is not null as accepted, w.balance - coalesce(t.cost, 0) as balance
from call c join wallet w on w.id = c.account_id
left join accepted a on a.ord = c.ord
left join total t on t.account_id = c.account_id
`;

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
    const rows = await this.database.query(
      `select 1 from idempotency_keys where account_id = $1 and key = $2
       and created_at > clock_timestamp() - make_interval(hours => ${IDEMPOTENCY_HOURS})`,
      [accountId, key],
    );
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

export function insufficientCredits(required: bigint, balance: bigint): AppError {
  const facts = { required: toCredits(required), balance: toCredits(balance) };
  const message = `needs ${facts.required} credits, the balance is ${facts.balance}`;
  return new AppError('insufficient_credits', { details: [{ field: 'modelKey', message, ...facts }] });
}
