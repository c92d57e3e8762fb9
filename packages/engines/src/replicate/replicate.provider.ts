/**
 * Replicate (https://replicate.com/docs/reference/http) runs official models, versions of community models, and the operator's own
 * deployments. Works with any server that implements its API.
 */
import type { EngineSettings } from '../engine-settings.js';
import type { CatalogueModel } from '../model.js';
import {
  type EngineCheck,
  type Outcome,
  type ProducedFile,
  type ProviderRef,
  type Work,
} from '../provider.js';
import { RemoteProvider } from '../remote.provider.js';
import {
  checkOptions,
  EngineClient,
  type EngineResponse,
  FAILED,
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
  progressInLog,
  readMapping,
  readOutputNames,
  recordOf,
  REJECTED,
  retryAfterMs,
  textOf,
} from '../wire/index.js';
import { failureOf, isAboutContent } from './replicate-failure.js';
import { sendFile } from './replicate-files.js';
import { addressesIn } from './replicate-output.js';
import { readTarget } from './replicate-target.js';

/** Bounds of `Cancel-After`, in seconds. */
const CANCEL_AFTER = { least: 5, most: 86_400 };
const CANCEL_MS = 10_000;
/** These states have no result. A submit that waited, as cog's does, has them in its response. */
const ENDED = new Set<unknown>(['failed', 'canceled', 'aborted']);

export class ReplicateProvider extends RemoteProvider {
  /**
   * Replicate accepts no id or idempotency key of ours. Its list of predictions could resolve a lost response only by a property that is
   * ours alone. The input is not (two customers may send the same), and the `webhook`, the only other property we could mark, is not in the
   * list's documented format. The delay until a prediction is listed is not documented either, so "not listed" would not mean "not
   * accepted". Adopting another prediction and paying twice are both worse than a refund, so nothing is resubmitted. `Cancel-After` bounds
   * the cost of an orphan.
   */
  readonly resubmission = 'none';
  private readonly client: EngineClient;

  constructor(settings: EngineSettings) {
    super(settings);
    const { url, secret } = settings;
    this.client = new EngineClient(url, secret === null ? {} : { authorization: `Bearer ${secret}` });
  }

  /** @throws Error when the model's options are not usable. */
  offers(model: CatalogueModel): boolean {
    checkOptions(this.name, model, readTarget);
    return true;
  }

  async submit(work: Work): Promise<Outcome> {
    const { path, version } = readTarget(work.options);
    try {
      const input = await inputFor(work, readMapping(work.options), (file) =>
        sendFile(this.client, file, work.signal),
      );
      const response = await this.client.exchange({
        method: 'POST',
        url: path,
        headers: { 'cancel-after': `${secondsLeft(work)}s` },
        json: { version, input },
        signal: work.signal,
      });
      if (!response.ok) return this.outcomeOfRejection(response);
      const prediction = recordOf(response.json());
      const { id, status } = prediction;
      if (status === 'succeeded') return await this.outcomeOfFinished(work, prediction);
      if (ENDED.has(status)) return await this.outcomeOfPrediction(work, {}, prediction);
      if (!isId(id)) return { kind: 'unknown', internal: 'accepted without an id', isAnswered: true };
      return pollLater(work, { id });
    } catch (error) {
      return error instanceof NotSubmitted ? error.outcome : outcomeOfSubmitError(error);
    }
  }

  override async poll(work: Work, ref: ProviderRef): Promise<Outcome> {
    const { files } = ref as { files?: string[] };
    if (files) return { kind: 'done', files: await this.filesAt(work, files) };
    try {
      const response = await this.client.exchange({ url: `/predictions/${idOf(ref)}`, signal: work.signal });
      if (!response.ok) return outcomeOfPollResponse(this.client, work, ref, response, 'refuse');
      return await this.outcomeOfPrediction(work, { ...ref, misses: 0 }, recordOf(response.json()));
    } catch (error) {
      return outcomeOfPollError(work, ref, error);
    }
  }

  override async cancel(ref: ProviderRef): Promise<void> {
    if (ref.files) return;
    const { signal } = new AbortController();
    const url = `/predictions/${idOf(ref)}/cancel`;
    const response = await this.client.exchange({ method: 'POST', url, signal, timeoutMs: CANCEL_MS });
    if (!response.ok) throw new Error(this.client.redact(`HTTP ${response.status}: ${response.text}`));
  }

  override check(): Promise<EngineCheck> {
    return ping(this.client, '/account');
  }

  private outcomeOfRejection(response: EngineResponse): Outcome {
    const { status, headers, text } = response;
    // cog runs one prediction at a time, and answers so while it runs another.
    if (status === 409) {
      const internal = this.client.redact(`HTTP 409: ${text}`);
      return {
        kind: 'retry',
        code: 'provider_error',
        internal,
        afterMs: retryAfterMs(headers),
        throttled: true,
      };
    }
    const outcome = outcomeOfSubmitResponse(this.client, response);
    const rejected = outcome.kind === 'refuse' && outcome.code === 'invalid_input' && isAboutContent(text);
    return rejected ? { ...REJECTED, internal: outcome.internal } : outcome;
  }

  private async outcomeOfPrediction(
    work: Work,
    ref: ProviderRef,
    prediction: Readonly<Record<string, unknown>>,
  ): Promise<Outcome> {
    const { status, output, error, logs } = prediction;
    switch (status) {
      case 'succeeded':
        return this.outcomeOfOutput(work, output);
      case 'failed':
        return failureOf(this.client.redact(textOf(error) ?? 'no reason given'), work.attempt);
      // Our Cancel-After is no earlier than our own deadline, so this was done at the engine.
      case 'canceled':
      case 'aborted':
        return { ...FAILED, internal: `${status} at the engine` };
      default:
        return pollLater(work, ref, { progress: progressInLog(textOf(logs) ?? '') });
    }
  }

  /** The submit waited for its result (cog has no way to ask for it later). Addresses are kept, files are here already. */
  private async outcomeOfFinished(
    work: Work,
    { id, output }: Readonly<Record<string, unknown>>,
  ): Promise<Outcome> {
    const files = this.addressesOf(work, output);
    if (files.length > 0 && !files.every((address) => address.startsWith('data:')))
      return { kind: 'pending', ref: { ...(isId(id) ? { id } : {}), files }, pollAfterMs: 0 };
    return this.outcomeOfOutput(work, output);
  }

  private async outcomeOfOutput(work: Work, output: unknown): Promise<Outcome> {
    const addresses = this.addressesOf(work, output);
    if (addresses.length === 0) return { ...NO_OUTPUT, internal: 'succeeded without a file in its output' };
    return { kind: 'done', files: await this.filesAt(work, addresses) };
  }

  private addressesOf({ options }: Work, output: unknown): string[] {
    return addressesIn(output, readOutputNames(options), (text) => isFileAddress(this.client, text));
  }

  private filesAt(work: Work, addresses: readonly string[]): Promise<ProducedFile[]> {
    return Promise.all(addresses.map((address) => fileAt(this.client, work, address)));
  }
}

/** `Cancel-After` is the time until the prediction's deadline, because a later result is useless. */
function secondsLeft(work: Work): number {
  const seconds = Math.ceil(work.remainingMs() / 1000);
  return Math.min(CANCEL_AFTER.most, Math.max(CANCEL_AFTER.least, seconds));
}

/** A safe id can be a part of a URL. */
function isId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id);
}

function idOf({ id }: ProviderRef): string {
  if (!isId(id)) throw new Error('a reference without an id');
  return id;
}
