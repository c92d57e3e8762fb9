/**
 * Servers that implement OpenAI's media API differ as `dialects/` describes. None of them recognizes a repeated request: one whose response
 * was lost may run twice, so nothing is resubmitted unless the operator allows it (`options.onAmbiguous: retry`).
 */
import type { EngineSettings } from '../engine-settings.js';
import type { CatalogueModel, Operation } from '../model.js';
import { type EngineCheck, type Outcome, type ProviderRef, type Work } from '../provider.js';
import { RemoteProvider } from '../remote.provider.js';
import {
  AnswerLost,
  BAD_INPUT,
  EngineClient,
  lacksRoute,
  NotSent,
  outcomeOfPollError,
  outcomeOfSubmitError,
} from '../wire/index.js';
import type { Ability, Dialect, EngineCall } from './dialect.js';
import { DIALECTS } from './dialects/index.js';
import { UnusableInput } from './input-picture.js';
import { checkInputs, type ModelOptions, passedInputs, readModelOptions } from './model-options.js';
import { outcomeOfErrorResponse } from './refusals.js';
import { readRef } from './responses.js';
import { fetchResult, outcomeOfResult } from './results.js';

const ACCEPT_MS = 60_000;
const CHECK_MS = 5_000;
const MIN_TIMEOUT_MS = 1_000;

export class OpenAiCompatibleProvider extends RemoteProvider {
  readonly resubmission = 'none';
  private readonly client: EngineClient;
  private readonly dialectName: string;
  private readonly dialect: Dialect;
  /** Where submits of an operation were sent last. */
  private readonly routes = new Map<Operation, string>();
  /** Null when the operator did not list the engine names of the server's models. */
  private readonly served: ReadonlySet<string> | null;

  constructor(settings: EngineSettings) {
    super(settings);
    const { name, url, secret, options } = settings;
    this.client = new EngineClient(url, secret === null ? {} : { authorization: `Bearer ${secret}` });
    this.dialectName = typeof options.dialect === 'string' ? options.dialect : 'openai';
    const dialect = Object.hasOwn(DIALECTS, this.dialectName) ? DIALECTS[this.dialectName] : undefined;
    if (!dialect)
      throw new Error(
        `catalogue/${name}.yaml: there is no dialect ${this.dialectName}, only ${Object.keys(DIALECTS).join(', ')}`,
      );
    this.dialect = dialect;
    this.served = readServed(options.models);
  }

  offers(model: CatalogueModel): boolean {
    try {
      const options = readModelOptions(model.model, model.options);
      const unknown = options.dialects?.filter((name) => !Object.hasOwn(DIALECTS, name)) ?? [];
      if (unknown.length > 0) throw new Error(`options.dialects: there is no dialect ${unknown.join(', ')}`);
      if (options.dialects && !options.dialects.includes(this.dialectName)) return false;
      if (this.served && !this.served.has(options.model)) return false;
      const ability = this.dialect.abilities[model.operation];
      if (ability) checkInputs(model, ability, options);
      return ability !== undefined;
    } catch (error) {
      throw new Error(`catalogue/${this.name}.yaml: ${model.modelKey}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  async submit(work: Work): Promise<Outcome> {
    let call: EngineCall;
    try {
      call = await this.callOf(work);
    } catch (error) {
      if (error instanceof UnusableInput)
        return { ...BAD_INPUT, message: error.message, internal: String(error.cause ?? error) };
      throw error;
    }
    try {
      const { url, json, form, expects } = call;
      this.routes.set(work.operation, url);
      const leftMs = Math.max(MIN_TIMEOUT_MS, work.remainingMs());
      const timeoutMs = expects === 'job' ? Math.min(ACCEPT_MS, leftMs) : leftMs;
      const into = expects === 'bytes' ? work.directory : undefined;
      const { signal } = work;
      const response = await this.client.exchange({
        method: 'POST',
        url,
        json,
        form,
        signal,
        timeoutMs,
        into,
      });
      return response.ok
        ? await outcomeOfResult(this.client, work, call, response)
        : outcomeOfErrorResponse(this.client, response);
    } catch (error) {
      return outcomeOfSubmitError(error);
    }
  }

  override async poll(work: Work, stored: ProviderRef): Promise<Outcome> {
    const ref = readRef(stored);
    try {
      return await fetchResult(this.client, work, ref, this.dialect.lost);
    } catch (error) {
      return outcomeOfPollError(work, stored, error);
    }
  }

  /** A synchronous request needs no cancellation: it ends with its connection. */
  override async cancel(stored: ProviderRef): Promise<void> {
    const ref = readRef(stored);
    if (!('job' in ref)) return;
    const { signal } = new AbortController();
    const response = await this.client.exchange({
      method: 'DELETE',
      url: ref.job,
      signal,
      timeoutMs: CHECK_MS,
    });
    if (!response.ok && response.status !== 404) throw new Error(`HTTP ${response.status}`);
  }

  override async check(): Promise<EngineCheck> {
    const { signal } = new AbortController();
    try {
      const { ok, status } = await this.client.exchange({ url: '/models', signal, timeoutMs: CHECK_MS });
      if (ok) return { ok, detail: `${status} GET /models` };
      if (status === 401 || status === 403)
        return { ok, detail: `${status} GET /models: the key is not accepted` };
      const hint = status === 404 ? ': is the address complete, with its /v1?' : '';
      return { ok, detail: `${status} GET /models${hint}` };
    } catch (error) {
      if (error instanceof NotSent || error instanceof AnswerLost)
        return { ok: false, detail: error.message };
      throw error;
    }
  }

  override async lacks(operation: Operation): Promise<string | null> {
    const url = this.routes.get(operation);
    if (url === undefined) throw new Error(`no ${operation} was submitted by this process`);
    return lacksRoute(this.client, url, CHECK_MS);
  }

  private callOf(work: Work): Promise<EngineCall> {
    const options: ModelOptions = readModelOptions(work.model, work.options);
    const ability: Ability | undefined = this.dialect.abilities[work.operation];
    if (!ability) throw new Error(`${this.dialectName} has no ${work.operation}`);
    const { frames } = this.dialect;
    return ability.call({
      work,
      options,
      inputs: passedInputs(ability, options),
      frames,
      address: this.address,
    });
  }
}

/** Parses `a, b`. An entry whose engine model is not in the set is not offered. */
function readServed(written: unknown): ReadonlySet<string> | null {
  const names = typeof written === 'string' ? written.split(',').map((name) => name.trim()) : [];
  const given = names.filter(Boolean);
  return given.length > 0 ? new Set(given) : null;
}
