import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import {
  AppError,
  GenerationService,
  PredictionStatusService,
  requireModel,
  type StatusBody,
  viewerOf,
} from 'offprint';
import type { FrontCall } from './front-call.js';
import { FRONT_SETTINGS, type ResolvedSettings } from './front-settings.js';
import { OpenAiError } from './openai-error.js';
import { Refusals } from './refusals.js';
import { unreadIdentityOf } from './request-input.js';
import { isRepeated, Retries } from './retries.js';

/** Seconds of one wait. A wait that ended much earlier, without a result, means that the process stops. */
const WAIT_SECONDS = 60;
const STOP_MS = 1_000;
const NEVER = new AbortController().signal;

/**
 * Starts predictions for the calling key, as `POST /api/generate` does, and waits for them. Every prediction is charged, limited,
 * moderated and refunded by the service.
 */
@Injectable()
export class Generations {
  constructor(
    private readonly generation: GenerationService,
    private readonly statuses: PredictionStatusService,
    private readonly retries: Retries,
    private readonly refusals: Refusals,
    @Inject(FRONT_SETTINGS) private readonly settings: ResolvedSettings,
  ) {}

  /**
   * Starts the predictions of a call, or finds those of the request that it repeats. None is started when the balance does not cover
   * all of them. When one is refused later, the others are cancelled and refunded; one that has completed by then stays, and is paid for.
   * @returns their ids. @throws as `POST /api/generate`, by OpenAI's parameters.
   */
  async start(call: FrontCall): Promise<string[]> {
    const { caller, mapped, idempotencyKey, count } = call;
    requireModel(caller, mapped.model);
    if (mapped.mappedHeader !== undefined) call.response.setHeader('Offprint-Mapped', mapped.mappedHeader);
    const ids = await this.findRepeated(call);
    await this.useFirstImage(call);
    if (count - ids.length > 1) await this.requireCredits(call, count - ids.length);
    try {
      for (let index = ids.length; index < count; index++) {
        const key = idempotencyKey === undefined ? undefined : keyOf(idempotencyKey, index);
        const { body } = await mapped.naming(() => this.generation.start(caller, mapped.body, key));
        ids.push(body.predictionId);
      }
    } catch (error) {
      // With a key, a repetition finds what was started.
      if (idempotencyKey === undefined) await this.cancel(call, ids);
      throw error;
    }
    call.request.startedPredictionId = ids[0];
    return ids;
  }

  /** A fast engine may complete the first prediction before the next one is refused. @throws 402. */
  private async requireCredits({ caller, mapped }: FrontCall, count: number): Promise<void> {
    const { creditCost, balance } = await mapped.naming(() => this.generation.quote(caller, mapped.body));
    const required = Number((creditCost * count).toFixed(3));
    if (required <= balance) return;
    const message = `${count} predictions need ${required} credits, the balance is ${balance}.`;
    throw new AppError('insufficient_credits', { message });
  }

  /**
   * Starts the predictions of a call and waits for all of them. When the caller disconnects, and sent no `Idempotency-Key`, what is
   * not final is cancelled and refunded; with one, everything goes on.
   * @returns the completed ones, at least one; those that failed are refunded.
   * @throws the failure when all failed; 504 when the time is up: what is not final is cancelled and refunded.
   */
  async complete(call: FrontCall): Promise<StatusBody[]> {
    // Before the first wait: a caller may disconnect at any time.
    const disconnected = signalOf(call.response);
    const ids = await this.start(call);
    const awaited = await this.awaitAll(call, ids, disconnected);
    const hasLeft = disconnected.aborted && call.idempotencyKey === undefined;
    const states = hasLeft ? await this.cancel(call, ids) : awaited;
    const completed = states.filter(({ status }) => status === 'completed');
    if (completed.length === 0) throw failureOf(states[0]!);
    await this.keep(
      call,
      completed.map(({ predictionId }) => predictionId),
    );
    return completed;
  }

  /**
   * Starts one prediction and does not wait.
   * @throws as `start`.
   */
  async startOne(call: FrontCall): Promise<StatusBody> {
    const ids = await this.start(call);
    await this.keep(call, ids);
    return this.statuses.read(viewerOf(call.caller), ids[0]!, { wait: 0, timeline: false }, NEVER);
  }

  /** Keeps the result for the client's own repetition of a request without an `Idempotency-Key`. */
  private async keep({ caller, input, idempotencyKey, response }: FrontCall, ids: string[]): Promise<void> {
    if (idempotencyKey !== undefined) return;
    const kept = await this.retries.keep(caller, input.identity, ids);
    onLost(response, () => this.retries.markLost(kept));
  }

  private async awaitAll(call: FrontCall, ids: string[], disconnected: AbortSignal): Promise<StatusBody[]> {
    const until = performance.now() + this.settings.waitSeconds * 1000;
    try {
      return await Promise.all(ids.map((id) => this.awaitFinal(call, id, until, disconnected)));
    } catch (error) {
      // The key was revoked, the time is up, or the process stops.
      if (call.idempotencyKey === undefined) await this.cancel(call, ids);
      throw error;
    }
  }

  private async awaitFinal(
    { caller, idempotencyKey }: FrontCall,
    id: string,
    until: number,
    disconnected: AbortSignal,
  ): Promise<StatusBody> {
    for (;;) {
      const from = performance.now();
      const wait = Math.min(WAIT_SECONDS, Math.max(0, (until - from) / 1000));
      const status = await this.statuses.read(viewerOf(caller), id, { wait, timeline: false }, disconnected);
      if (status.status !== 'processing' || disconnected.aborted) return status;
      const now = performance.now();
      if (now >= until) throw tooLateError(this.settings.waitSeconds, idempotencyKey !== undefined);
      if (now - from < wait * 1000 - STOP_MS)
        throw new AppError('service_unavailable', { headers: { 'Retry-After': '1' } });
    }
  }

  /** Cancels predictions; final ones stay as they are. @returns their states. */
  private async cancel({ caller }: FrontCall, ids: readonly string[]): Promise<StatusBody[]> {
    return Promise.all(ids.map((id) => this.statuses.cancel(viewerOf(caller), id)));
  }

  /** Returns the predictions of the request that an official client repeats, if that was answered; at most those of a call. */
  private async findRepeated(call: FrontCall): Promise<string[]> {
    const { idempotencyKey, request, count } = call;
    if (idempotencyKey !== undefined || !isRepeated(request)) return [];
    const ids = await this.withoutFailed(call, await this.takeAnswer(call));
    return ids.slice(0, count);
  }

  /** Takes the answer of the request that is repeated. @returns [] when that was refused, or is not known. */
  private async takeAnswer({ caller: { keyId }, input, request }: FrontCall): Promise<string[]> {
    const { identity, isForm } = input;
    if (this.refusals.take(keyId, identity)) return [];
    if (!isForm) return this.retries.take(keyId, identity);
    // A form that was refused unread is known by its route and length only, as others may be: what is known to be lost comes first.
    const lost = await this.retries.take(keyId, identity, { isLostOnly: true });
    if (lost.length > 0 || this.refusals.take(keyId, unreadIdentityOf(request))) return lost;
    return this.retries.take(keyId, identity);
  }

  /** Leaves out what was cancelled, deleted or has failed since: it is started again. */
  private async withoutFailed({ caller }: FrontCall, ids: readonly string[]): Promise<string[]> {
    const query = { wait: 0, timeline: false };
    const states = await Promise.all(ids.map((id) => this.statuses.read(viewerOf(caller), id, query, NEVER)));
    return states
      .filter(({ status, deletedAt }) => status !== 'failed' && deletedAt === undefined)
      .map(({ predictionId }) => predictionId);
  }

  private async useFirstImage({ caller, mapped, input, idempotencyKey }: FrontCall): Promise<void> {
    const { imageUrl } = mapped.body;
    if (idempotencyKey === undefined || input.file === undefined || typeof imageUrl !== 'string') return;
    mapped.body.imageUrl = await this.retries.sameImage(caller, idempotencyKey, input.identity, imageUrl);
  }
}

/** Returns the `Idempotency-Key` of one of several predictions; of the first it is the caller's own. */
function keyOf(key: string, index: number): string {
  if (index === 0) return key;
  return `${createHash('sha256').update(key).digest('hex')}-${index}`;
}

/** Calls `handle` when the connection ends before the whole response was sent; at once when it has ended already. */
function onLost(response: Response, handle: () => void): void {
  const check = () => {
    if (!response.writableFinished) handle();
  };
  if (response.closed) check();
  else response.once('close', check);
}

function signalOf(response: Response): AbortSignal {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  return disconnected.signal;
}

function tooLateError(seconds: number, isRepeatable: boolean): OpenAiError {
  const what = isRepeatable
    ? 'It is still being made: repeat the request with its Idempotency-Key.'
    : 'It was cancelled and refunded.';
  return new OpenAiError({ code: 'timeout', isRepeated: isRepeatable }, 'service_unavailable', {
    status: 504,
    message: `The result was not ready after ${seconds} seconds. ${what}`,
  });
}

/** Creates the error of a prediction that failed and was refunded. */
function failureOf({ error }: StatusBody): OpenAiError {
  const { code = 'internal_error', message = 'The prediction failed.', retryable = false } = error ?? {};
  const refunded = `${message} Nothing was charged: its cost was refunded.`;
  if (code === 'content_rejected')
    return new OpenAiError({ code: 'content_policy_violation' }, 'content_rejected', { message: refunded });
  if (code === 'invalid_input') return new OpenAiError({ code }, 'validation_failed', { message: refunded });
  return new OpenAiError({ code, isRepeated: retryable }, 'service_unavailable', {
    status: 500,
    message: refunded,
  });
}
