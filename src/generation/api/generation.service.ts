import { Injectable } from '@nestjs/common';
import { SignedLinks } from '../../assets/index.js';
import { Catalogue, LivePrices, type ModelPrice, type Plan, withSeed } from '../../catalogue/index.js';
import { CreditsService, toCredits } from '../../credits/index.js';
import { AppError } from '../../platform/errors/index.js';
import { publicId, readIdempotencyKey, reserveLoopIteration } from '../../platform/http/index.js';
import { endWith, type Span } from '../../platform/tracing/index.js';
import { IdempotencyStore } from '../creation/idempotency.store.js';
import type { FirstResponse } from '../creation/idempotency.store.sql.js';
import { PredictionCreation } from '../creation/prediction.creation.js';
import { WorkSignal } from '../queue/work-signal.js';
import type { CheckedRequest } from './checked-request.js';
import type { GenerateBody } from './generate.dto.js';
import {
  fingerprintOf,
  type GenerationRequest,
  type IgnoredField,
  readGenerationRequest,
} from './generation-request.js';
import { InputFiles } from './input-files.js';
import { Moderation, NoModeration, type Review } from './moderation.js';
import { priceBy, PriceRule } from './price-rule.js';
import type { QuoteBody } from './quote.dto.js';

/** The account that starts a prediction, and its API key; `keyId` is null for a signed-in user. */
export interface Requester {
  accountId: string;
  keyId: string | null;
  env: 'live' | 'test';
  /** Null when the span of the request is not recorded. */
  span?: Span | null;
}

/** A started prediction. */
export interface Started {
  body: GenerateBody;
  /** True for the response of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/** An upload is kept this long after the deadline of a prediction that names it. */
const KEPT_AFTER_SECONDS = 60;
const LARGE_FIELD_CHARACTERS = 64 * 1024;

/** Starts predictions and quotes their cost. */
@Injectable()
export class GenerationService {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly links: SignedLinks,
    private readonly idempotency: IdempotencyStore,
    private readonly files: InputFiles,
    private readonly creation: PredictionCreation,
    private readonly work: WorkSignal,
    private readonly livePrices: LivePrices,
    private readonly prices: PriceRule,
    private readonly moderation: Moderation,
    private readonly credits: CreditsService,
  ) {}

  async start(caller: Requester, body: unknown, idempotencyKey: string | undefined): Promise<Started> {
    if (isLarge(body)) await reserveLoopIteration(caller.accountId);
    const mayRepeat = idempotencyKey !== undefined;
    const request = await this.read(caller, body, mayRepeat);
    const key = readIdempotencyKey(idempotencyKey);
    if (key === null) return (await this.create(caller, request, null))!;
    const started = await this.idempotency.once(caller, key, () =>
      this.createOnce(caller, request, key, fingerprintOf(body)),
    );
    if (!started) throw new AppError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
    return started;
  }

  async quote(caller: Requester, body: unknown): Promise<QuoteBody> {
    if (isLarge(body)) await reserveLoopIteration(caller.accountId);
    await this.catalogue.confirm();
    const request = await this.read(caller, body);
    const { accountId, keyId } = caller;
    const { model, warnings, inlineMedia, externalUserId } = request;
    await this.planOf(caller, request);
    const price = await this.livePrices.quote(model, request.priceVersion);
    const cost = await this.priceOf(caller, request, price);
    await this.files.keep(accountId, request, 0);
    this.files.checkSizes(request, await this.creation.checkInline({ accountId, inlineMedia }));
    const { balance, refusal, short } = await this.creation.afford({
      accountId,
      keyId,
      externalUserId,
      cost,
    });
    const { modelKey, modality } = model;
    return {
      success: true,
      modelKey,
      model: model.model,
      modality,
      creditCost: toCredits(cost),
      balance: toCredits(balance),
      affordable: refusal === null,
      priceVersion: price.version,
      validUntil: price.validUntil.toISOString(),
      ...(short && { refusal: short }),
      ...(warnings.length > 0 && { warnings }),
    };
  }

  /** @throws 403 when the account's plan excludes the model; 400 for what else is not valid. */
  private async read(caller: Requester, body: unknown, mayRepeat = false): Promise<GenerationRequest> {
    try {
      return readGenerationRequest(body, this.catalogue, this.links, { mayRepeat });
    } catch (error) {
      const model = this.catalogue.findServed((body as { modelKey?: unknown } | undefined)?.modelKey);
      if (model && this.catalogue.plans.isRestricted(model.modelKey)) await this.planOf(caller, { model });
      throw error;
    }
  }

  private async createOnce(
    caller: Requester,
    request: GenerationRequest,
    key: string,
    fingerprint: string,
  ): Promise<Started> {
    let { first, name } = await this.idempotency.find(caller, key);
    for (let taken = ''; !first && name !== taken;) {
      const started = await this.create(caller, request, { key: name, fingerprint });
      if (started) return started;
      // Another process has committed this name first: for the same key, or for the key of the other environment.
      taken = name;
      ({ first, name } = await this.idempotency.find(caller, key));
    }
    if (!first) throw new AppError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
    return replay(first, fingerprint, request);
  }

  /** @returns null when the Idempotency-Key is already used. */
  private async create(
    caller: Requester,
    request: GenerationRequest,
    idempotency: { key: string; fingerprint: string } | null,
  ): Promise<Started | null> {
    const { accountId, keyId, env, span: requestSpan } = caller;
    const { warnings, ownFiles: _, ...prediction } = request;
    const confirming = this.catalogue.confirm();
    if (confirming) await confirming;
    // A repeated request may name a model that was switched off; it ends before this.
    this.catalogue.get(request.model.modelKey);
    const plan = await this.planOf(caller, request);
    const price = await this.livePrices.of(request.model, request.priceVersion);
    const cost = await this.priceOf(caller, request, price);
    await this.review(caller, request, cost);
    if (request.ownFiles.size > 0)
      await this.files.keep(accountId, request, request.deadlineSeconds + KEPT_AFTER_SECONDS);
    const input = withSeed(request.model, request.input);
    const span = requestSpan?.begin('create', { modelKey: request.model.modelKey }) ?? null;
    const creating = this.creation.create(
      {
        accountId,
        keyId,
        env,
        idempotency,
        ...prediction,
        priceVersion: price.version,
        input,
        cost,
        plan,
        span,
      },
      (sizes) => this.files.checkSizes(request, sizes),
    );
    const id = await (span ? endWith(span, creating) : creating);
    if (id === null) return null;
    this.work.announce();
    const { model, modelKey, modality } = request.model;
    return { replayed: false, body: bodyOf(id, { model, modelKey, modality, cost }, warnings) };
  }

  /** @returns null when nothing depends on the account's plan, which was not read then. @throws 403 when it excludes the model. */
  private async planOf(
    { accountId }: Requester,
    { model }: Pick<GenerationRequest, 'model'>,
  ): Promise<Plan | null> {
    const { plans } = this.catalogue;
    if (!plans.orderQueue && !plans.isRestricted(model.modelKey)) return null;
    const { plan } = await this.credits.walletOf(accountId);
    plans.requireModel(plan, model.modelKey);
    return plans.of(plan);
  }

  /** In thousandths of a credit. */
  private priceOf(
    { accountId, keyId, env }: Requester,
    request: GenerationRequest,
    { pricing }: ModelPrice,
  ): Promise<bigint> {
    const { input, externalUserId } = request;
    const model = pricing === request.model.pricing ? request.model : { ...request.model, pricing };
    const listPrice = this.catalogue.priceOf(model, input);
    return priceBy(this.prices, { accountId, keyId, env, model, input, externalUserId, listPrice });
  }

  /**
   * Runs after everything else that can reject the request, and before anything is charged or stored.
   * @throws 400 for an invalid file, 402, 422 `content_rejected`, 503 when the review fails.
   */
  private async review(caller: Requester, request: GenerationRequest, cost: bigint): Promise<void> {
    if (this.moderation.constructor === NoModeration) return;
    const { accountId, keyId, env } = caller;
    const { model, input, externalUserId, inlineMedia } = request;
    await this.files.keep(accountId, request, 0);
    this.files.checkSizes(request, await this.creation.checkInline({ accountId, inlineMedia }));
    await this.creation.rejectUnaffordable({ accountId, keyId, externalUserId, cost });
    const review = await this.verdictOn({ accountId, keyId, env, model, input, externalUserId });
    if (review.verdict === 'allow') return;
    throw new AppError('content_rejected', review.message === undefined ? {} : { message: review.message });
  }

  private async verdictOn(request: CheckedRequest): Promise<Review> {
    try {
      return await this.moderation.review(request);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError('service_unavailable', { headers: { 'Retry-After': '5' }, cause });
    }
  }
}

/** Validating 1 MiB takes milliseconds, and requests admitted in one batch arrive here together: large bodies queue. */
function isLarge(body: unknown): boolean {
  return Object.values(body ?? {}).some(
    (value) => typeof value === 'string' && value.length > LARGE_FIELD_CHARACTERS,
  );
}

/** The warnings follow from the request, which equals the first one. */
function replay(first: FirstResponse, fingerprint: string, { warnings }: GenerationRequest): Started {
  if (first.fingerprint !== fingerprint) throw new AppError('idempotency_mismatch');
  return { replayed: true, body: bodyOf(first.predictionId, first, warnings) };
}

function bodyOf(
  id: string,
  {
    model,
    modelKey,
    modality,
    cost,
  }: { model: string; modelKey: string; modality: string; cost: bigint | string },
  warnings: IgnoredField[],
): GenerateBody {
  return {
    success: true,
    predictionId: publicId('pred', id),
    status: 'processing',
    model,
    modelKey,
    modality,
    creditCost: toCredits(cost),
    ...(warnings.length > 0 && { warnings }),
  };
}
