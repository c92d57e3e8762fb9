/** fal's queue (https://fal.ai/docs/documentation/model-apis/inference/queue): any model of its gallery, or an own app. */
import type { CatalogueModel } from '../../catalogue/index.js';
import type { EngineSettings } from '../engine-settings.js';
import { type EngineCheck, type Outcome, Provider, type ProviderRef, type Work } from '../provider.js';
import {
  checkOptions,
  comeBack,
  type EngineAnswer,
  EngineClient,
  fileAt,
  inputFor,
  isFileAddress,
  NO_OUTPUT,
  NotSubmitted,
  pollRefused,
  pollThrew,
  readMapping,
  readOutputNames,
  REJECTED,
  signOfLife,
  submitRefused,
  submitThrew,
  textOf,
} from '../wire/index.js';
import { failureOf, isAboutContent, isResult } from './fal-failure.js';
import { addressesIn, isBlackedOut } from './fal-output.js';
import { type FalRef, readApp, readRef, readStatus } from './fal-request.js';
import { FalStorage } from './fal-storage.js';

/** Hosts that fal gives addresses of requests at, whichever the request was sent to. */
const OWN_HOSTS = ['*.fal.run', 'queue.falrun.com'];
const STORAGE = 'https://rest.fal.ai';
/** How long fal keeps what goes in and comes out: results are copied at once, a day is for a copy that is repeated. */
const KEEP_SECONDS = 86_400;
const CANCEL_MS = 10_000;
/**
 * What fal accepted and could not run is submitted once more at most: fal has tried up to ten times by itself. Attempts
 * that it never accepted count too: one try too few is better than one too many.
 */
const LAST_RESUBMITTED = 1;
/** A request that nobody made: asking about it shows whether the key is accepted, and costs nothing. */
const NO_REQUEST = '/fal-ai/flux/requests/00000000-0000-0000-0000-000000000000/status';

export class FalProvider extends Provider {
  readonly name: string;
  override readonly address: string;
  /** The queue takes no id or idempotency key of ours, and has no list of requests that could be asked for one. */
  readonly resubmission = 'none';
  private readonly client: EngineClient;
  private readonly storage: FalStorage;

  constructor({ name, url, secret, options }: EngineSettings) {
    super();
    this.name = name;
    this.address = url;
    const authorization: Record<string, string> = secret === null ? {} : { authorization: `Key ${secret}` };
    this.client = new EngineClient(url, authorization, OWN_HOSTS);
    const storage = textOf(options.storage) ?? STORAGE;
    if (!URL.canParse(storage)) throw new Error(`catalogue/${name}.yaml: engine.storage must be a URL`);
    this.storage = new FalStorage(storage.replace(/\/+$/, ''), authorization, KEEP_SECONDS);
  }

  /** @throws Error when the model's options are not usable. */
  offers(model: CatalogueModel): boolean {
    checkOptions(this.name, model, readApp);
    return true;
  }

  async submit(work: Work): Promise<Outcome> {
    const app = readApp(work.options);
    try {
      const input = await inputFor(work, readMapping(work.options), (file) =>
        this.storage.send(file, work.signal),
      );
      const answer = await this.client.exchange({
        method: 'POST',
        url: `/${app}`,
        headers: {
          // Later nobody wants it any more: bounds what a request whose answer was lost may cost.
          'x-fal-request-timeout': String(secondsLeft(work)),
          'x-fal-object-lifecycle-preference': JSON.stringify({ expiration_duration_seconds: KEEP_SECONDS }),
        },
        json: input,
        signal: work.signal,
      });
      if (!answer.ok) return this.refused(answer);
      const ref = readRef(answer.json(), (url) => this.client.owns(url));
      return ref
        ? comeBack(work, ref)
        : { kind: 'unknown', internal: 'accepted without addresses of its own' };
    } catch (error) {
      return error instanceof NotSubmitted ? error.outcome : submitThrew(error);
    }
  }

  override async poll(work: Work, ref: ProviderRef): Promise<Outcome> {
    const { statusUrl, responseUrl } = ref as FalRef;
    const { signal } = work;
    try {
      const answer = await this.client.exchange({ url: statusUrl, query: { logs: 1 }, signal });
      if (!answer.ok) return pollRefused(this.client, work, ref, answer, 'refuse');
      const status = readStatus(answer.json());
      const seen = { ...ref, misses: 0 };
      if (!status.completed) return comeBack(work, seen, status);
      const result = await this.client.exchange({ url: responseUrl, signal });
      if (result.ok) return await this.finish(work, result.json());
      // The request's own error, or one of asking for it.
      if (status.error === undefined && !isResult(result))
        return pollRefused(this.client, work, ref, result, 'refuse');
      return failureOf(result, {
        internal: this.client.redact(`HTTP ${result.status}: ${result.text}`),
        told: status.errorType,
        resubmit: work.attempt <= LAST_RESUBMITTED,
      });
    } catch (error) {
      return pollThrew(work, ref, error);
    }
  }

  override async cancel(ref: ProviderRef): Promise<void> {
    const { signal } = new AbortController();
    const url = (ref as FalRef).cancelUrl;
    const { ok, status, text } = await this.client.exchange({
      method: 'PUT',
      url,
      signal,
      timeoutMs: CANCEL_MS,
    });
    // 400: it was done already. 404: it is not there any more.
    if (!ok && status !== 400 && status !== 404)
      throw new Error(this.client.redact(`HTTP ${status}: ${text}`));
  }

  override check(): Promise<EngineCheck> {
    return signOfLife(this.client, NO_REQUEST, ({ ok, status }) => ok || status === 404);
  }

  private refused(answer: EngineAnswer): Outcome {
    const outcome = submitRefused(this.client, answer);
    const rejected = outcome.kind === 'refuse' && outcome.code === 'invalid_input' && isAboutContent(answer);
    return rejected ? { ...REJECTED, internal: outcome.internal } : outcome;
  }

  private async finish(work: Work, output: unknown): Promise<Outcome> {
    if (isBlackedOut(output)) return { ...REJECTED, internal: 'has_nsfw_concepts' };
    const names = readOutputNames(work.options);
    const addresses = addressesIn(output, names, (text) => isFileAddress(this.client, text));
    if (addresses.length === 0) return { ...NO_OUTPUT, internal: 'completed without a file in its output' };
    const files = await Promise.all(addresses.map((address) => fileAt(this.client, work, address)));
    return { kind: 'done', files };
  }
}

/** fal wants more than a second. */
function secondsLeft(work: Work): number {
  return Math.max(2, Math.ceil(work.remainingMs() / 1000));
}
