/**
 * Replicate (https://replicate.com/docs/reference/http): official models, versions of community models, and the
 * operator's own deployments. Works with anything that speaks its API.
 */
import type { CatalogueModel } from '../../catalogue/index.js';
import type { EngineSettings } from '../engine-settings.js';
import { type EngineCheck, type Outcome, Provider, type ProviderRef, type Work } from '../provider.js';
import {
  checkOptions,
  comeBack,
  type EngineAnswer,
  EngineClient,
  FAILED,
  fileAt,
  inputFor,
  isFileAddress,
  NO_OUTPUT,
  NotSubmitted,
  pollRefused,
  pollThrew,
  progressInLog,
  readMapping,
  readOutputNames,
  recordOf,
  REJECTED,
  signOfLife,
  submitRefused,
  submitThrew,
  textOf,
} from '../wire/index.js';
import { failureOf, isAboutContent } from './replicate-failure.js';
import { sendFile } from './replicate-files.js';
import { addressesIn } from './replicate-output.js';
import { readTarget } from './replicate-target.js';

/** Of `Cancel-After`, in seconds. */
const CANCEL_AFTER = { least: 5, most: 86_400 };
const CANCEL_MS = 10_000;

export class ReplicateProvider extends Provider {
  readonly name: string;
  override readonly address: string;
  /**
   * Replicate takes no id or idempotency key of ours. Its list of predictions could tell what became of a lost answer
   * only by something in it that is ours alone: the input is not (two customers may send the same), and the `webhook`,
   * the only other thing that could be marked, is not in the list's documented form. Nor is it said how soon a
   * prediction is listed, so "not there" would not mean "not accepted". Adopting somebody else's prediction and paying
   * twice are both worse than a refund: nothing is resubmitted. What an orphan can cost is bounded by `Cancel-After`.
   */
  readonly resubmission = 'none';
  private readonly client: EngineClient;

  constructor({ name, url, secret }: EngineSettings) {
    super();
    this.name = name;
    this.address = url;
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
      const answer = await this.client.exchange({
        method: 'POST',
        url: path,
        headers: { 'cancel-after': `${secondsLeft(work)}s` },
        json: { version, input },
        signal: work.signal,
      });
      if (!answer.ok) return this.refused(answer);
      const { id, status } = recordOf(answer.json());
      if (!isId(id)) return { kind: 'unknown', internal: 'accepted without an id' };
      return status === 'succeeded'
        ? { kind: 'pending', ref: { id }, pollAfterMs: 0 }
        : comeBack(work, { id });
    } catch (error) {
      return error instanceof NotSubmitted ? error.outcome : submitThrew(error);
    }
  }

  override async poll(work: Work, ref: ProviderRef): Promise<Outcome> {
    try {
      const answer = await this.client.exchange({ url: `/predictions/${idOf(ref)}`, signal: work.signal });
      if (!answer.ok) return pollRefused(this.client, work, ref, answer, 'refuse');
      return await this.read(work, { ...ref, misses: 0 }, recordOf(answer.json()));
    } catch (error) {
      return pollThrew(work, ref, error);
    }
  }

  override async cancel(ref: ProviderRef): Promise<void> {
    const { signal } = new AbortController();
    const url = `/predictions/${idOf(ref)}/cancel`;
    const answer = await this.client.exchange({ method: 'POST', url, signal, timeoutMs: CANCEL_MS });
    if (!answer.ok) throw new Error(this.client.redact(`HTTP ${answer.status}: ${answer.text}`));
  }

  override check(): Promise<EngineCheck> {
    return signOfLife(this.client, '/account');
  }

  private refused(answer: EngineAnswer): Outcome {
    const outcome = submitRefused(this.client, answer);
    const rejected =
      outcome.kind === 'refuse' && outcome.code === 'invalid_input' && isAboutContent(answer.text);
    return rejected ? { ...REJECTED, internal: outcome.internal } : outcome;
  }

  private async read(
    work: Work,
    ref: ProviderRef,
    prediction: Readonly<Record<string, unknown>>,
  ): Promise<Outcome> {
    const { status, output, error, logs } = prediction;
    switch (status) {
      case 'succeeded':
        return this.finish(work, output);
      case 'failed':
        return failureOf(this.client.redact(textOf(error) ?? 'no reason given'), work.attempt);
      // Ours ends no earlier than our own deadline: somebody else did this.
      case 'canceled':
      case 'aborted':
        return { ...FAILED, internal: `${status} at the engine` };
      default:
        return comeBack(work, ref, { progress: progressInLog(textOf(logs) ?? '') });
    }
  }

  private async finish(work: Work, output: unknown): Promise<Outcome> {
    const names = readOutputNames(work.options);
    const addresses = addressesIn(output, names, (text) => isFileAddress(this.client, text));
    if (addresses.length === 0) return { ...NO_OUTPUT, internal: 'succeeded without a file in its output' };
    return {
      kind: 'done',
      files: await Promise.all(addresses.map((address) => fileAt(this.client, work, address))),
    };
  }
}

/** Until the prediction's deadline; later nobody wants the result any more. */
function secondsLeft(work: Work): number {
  const seconds = Math.ceil(work.remainingMs() / 1000);
  return Math.min(CANCEL_AFTER.most, Math.max(CANCEL_AFTER.least, seconds));
}

/** It becomes a part of addresses. */
function isId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id);
}

function idOf({ id }: ProviderRef): string {
  if (!isId(id)) throw new Error('a reference without an id');
  return id;
}
