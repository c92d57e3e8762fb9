/** fal's queue (https://fal.ai/docs/documentation/model-apis/inference/queue) runs any model of its gallery, or an app of the operator. */
import type { EngineSettings } from '../engine-settings.js';
import type { CatalogueModel } from '../model.js';
import { type EngineCheck, type Outcome, type ProviderRef, type Work } from '../provider.js';
import { RemoteProvider } from '../remote.provider.js';
import {
  checkOptions,
  EngineClient,
  type EngineResponse,
  fileAt,
  inputFor,
  isFileAddress,
  NO_OUTPUT,
  NotSubmitted,
  outcomeOfPollError,
  outcomeOfPollResponse,
  outcomeOfSubmitError,
  outcomeOfSubmitResponse,
  ping,
  pollLater,
  readMapping,
  readOutputNames,
  REJECTED,
  textOf,
} from '../wire/index.js';
import { failureOf, isAboutContent, isResult } from './fal-failure.js';
import { addressesIn, isBlackedOut } from './fal-output.js';
import { type FalRef, readApp, readRef, readStatus } from './fal-request.js';
import { FalStorage } from './fal-storage.js';

/** fal returns URLs of these hosts for requests, whichever host received the request. */
const OWN_HOSTS = ['*.fal.run', 'queue.falrun.com'];
const STORAGE = 'https://rest.fal.ai';
/** fal stores inputs and outputs so long. Results are copied at once; a day leaves time for a repeated copy. */
const KEEP_SECONDS = 86_400;
const CANCEL_MS = 10_000;
/**
 * An accepted request that fal could not run is resubmitted at most once: fal itself has tried up to ten times. Attempts that fal never
 * accepted count too: one try too few is better than one too many.
 */
const LAST_RESUBMITTED_ATTEMPT = 1;
/** Querying a request that does not exist costs nothing and shows whether the key is accepted. */
const NO_REQUEST = '/fal-ai/flux/requests/00000000-0000-0000-0000-000000000000/status';

export class FalProvider extends RemoteProvider {
  /** The queue accepts no id or idempotency key of ours and has no list of requests to search. */
  readonly resubmission = 'none';
  private readonly client: EngineClient;
  private readonly storage: FalStorage;

  constructor(settings: EngineSettings) {
    super(settings);
    const { name, url, secret, options } = settings;
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
      const response = await this.client.exchange({
        method: 'POST',
        url: `/${app}`,
        headers: {
          // Bounds the cost of a request whose response was lost: after the deadline its result is useless.
          'x-fal-request-timeout': String(secondsLeft(work)),
          'x-fal-object-lifecycle-preference': JSON.stringify({ expiration_duration_seconds: KEEP_SECONDS }),
        },
        json: input,
        signal: work.signal,
      });
      if (!response.ok) return this.outcomeOfRejection(response);
      const ref = readRef(response.json(), (url) => this.client.owns(url));
      return ref
        ? pollLater(work, ref)
        : { kind: 'unknown', internal: 'accepted without addresses of its own', isAnswered: true };
    } catch (error) {
      return error instanceof NotSubmitted ? error.outcome : outcomeOfSubmitError(error);
    }
  }

  override async poll(work: Work, ref: ProviderRef): Promise<Outcome> {
    const { statusUrl, responseUrl } = ref as FalRef;
    const { signal } = work;
    try {
      const response = await this.client.exchange({ url: statusUrl, query: { logs: 1 }, signal });
      if (!response.ok) return outcomeOfPollResponse(this.client, work, ref, response, 'refuse');
      const status = readStatus(response.json());
      const known = { ...ref, misses: 0 };
      if (!status.completed) return pollLater(work, known, status);
      const result = await this.client.exchange({ url: responseUrl, signal });
      if (result.ok) return await this.outcomeOfOutput(work, result.json());
      // This is either the request's own error, or a failure to fetch the result.
      if (status.error === undefined && !isResult(result))
        return outcomeOfPollResponse(this.client, work, ref, result, 'refuse');
      return failureOf(result, {
        internal: this.client.redact(`HTTP ${result.status}: ${result.text}`),
        statusError: status.errorType,
        resubmit: work.attempt <= LAST_RESUBMITTED_ATTEMPT,
      });
    } catch (error) {
      return outcomeOfPollError(work, ref, error);
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
    // 400: the request has already ended. 404: fal no longer has it.
    if (!ok && status !== 400 && status !== 404)
      throw new Error(this.client.redact(`HTTP ${status}: ${text}`));
  }

  override check(): Promise<EngineCheck> {
    return ping(this.client, NO_REQUEST, ({ ok, status }) => ok || status === 404);
  }

  private outcomeOfRejection(response: EngineResponse): Outcome {
    const outcome = outcomeOfSubmitResponse(this.client, response);
    const rejected =
      outcome.kind === 'refuse' && outcome.code === 'invalid_input' && isAboutContent(response);
    return rejected ? { ...REJECTED, internal: outcome.internal } : outcome;
  }

  private async outcomeOfOutput(work: Work, output: unknown): Promise<Outcome> {
    if (isBlackedOut(output)) return { ...REJECTED, internal: 'has_nsfw_concepts' };
    const names = readOutputNames(work.options);
    const addresses = addressesIn(output, names, (text) => isFileAddress(this.client, text));
    if (addresses.length === 0) return { ...NO_OUTPUT, internal: 'completed without a file in its output' };
    const files = await Promise.all(addresses.map((address) => fileAt(this.client, work, address)));
    return { kind: 'done', files };
  }
}

/** Returns the seconds until the deadline, at least 2: fal rejects less. */
function secondsLeft(work: Work): number {
  return Math.max(2, Math.ceil(work.remainingMs() / 1000));
}
