/**
 * Servers with the API of AUTOMATIC1111's web UI are that one (with --api), Forge, SD.Next, stable-diffusion.cpp and others. The request
 * waits for its picture, and the server runs one task after the other. It keeps no results, so a lost response cannot be recovered; a
 * resubmit costs time on the operator's machine and no money (`onAmbiguous: retry`).
 */
import type { EngineSettings } from '../engine-settings.js';
import type { CatalogueModel, Operation } from '../model.js';
import { type EngineCheck, type InputSize, type Outcome, type Work } from '../provider.js';
import { RemoteProvider } from '../remote.provider.js';
import {
  BAD_INPUT,
  EngineClient,
  FAILED,
  fileOfBase64,
  lacksRoute,
  NotSent,
  NotSubmitted,
  outcomeOfSubmitError,
  ping,
  prepare,
  REFUSED,
} from '../wire/index.js';
import { readOptions, type SdapiOptions } from './sdapi-options.js';
import { pathOf, requestFor, scaleOf, type SdapiRequest, UnreadablePicture } from './sdapi-request.js';
import { hasCheckpoint, outcomeOfErrorResponse, readCheckpoints, readPicture } from './sdapi-response.js';
import { interruptTask, watchTask } from './sdapi-task.js';

/** The server sends PNG, JPEG or WebP, as configured, and does not report which. */
const UNDECLARED_TYPE = 'application/octet-stream';
/** Not retried: an operator who interrupts a task would have to interrupt every attempt. */
const INTERRUPTED: Outcome = { ...FAILED, internal: 'interrupted at the server: an answer without pictures' };
const CHECKPOINTS = '/sdapi/v1/sd-models';
const LACKS_MS = 5_000;
const INTERRUPT_MS = 2_000;
/** A picture of 8192 × 8192 as PNG in base64, with headroom. */
const MAX_RESPONSE_BYTES = 300_000_000;
/** The fewest bytes of the response per pixel of a photo: PNG in base64. */
const MIN_BYTES_PER_PIXEL = 2;

export class SdapiProvider extends RemoteProvider {
  readonly resubmission = 'none';
  private readonly client: EngineClient;

  constructor(settings: EngineSettings) {
    super(settings);
    const { url, secret } = settings;
    this.client = new EngineClient(url, secret === null ? {} : { authorization: basic(secret) });
  }

  offers(model: CatalogueModel): boolean {
    readOptions(model);
    return true;
  }

  /** A response that is too long would be thrown away. */
  override problemOfSize(
    { operation }: CatalogueModel,
    input: Readonly<Record<string, unknown>>,
    { width, height }: InputSize,
  ): string | null {
    const enlarged = width * height * scaleOf(input) ** 2;
    if (operation !== 'upscale' || enlarged * MIN_BYTES_PER_PIXEL <= MAX_RESPONSE_BYTES) return null;
    const limit = MAX_RESPONSE_BYTES / MIN_BYTES_PER_PIXEL / 1_000_000;
    return `The result would have ${Math.round(enlarged / 1_000_000)} megapixels; the limit is ${limit}.`;
  }

  async submit(work: Work): Promise<Outcome> {
    try {
      work.signal.throwIfAborted();
      await this.requireCheckpoint(work);
      return await this.runTask(work, await requestFor(work));
    } catch (error) {
      if (error instanceof NotSubmitted) return error.outcome;
      if (error instanceof UnreadablePicture) return { ...BAD_INPUT, internal: String(error.cause) };
      return outcomeOfSubmitError(error);
    }
  }

  override check(): Promise<EngineCheck> {
    return ping(this.client, CHECKPOINTS);
  }

  override lacks(operation: Operation): Promise<string | null> {
    return lacksRoute(this.client, pathOf(operation), LACKS_MS);
  }

  /** @throws {NotSubmitted} when the server lacks the model's checkpoint. */
  private async requireCheckpoint({ options, signal }: Work): Promise<void> {
    const { checkpoint } = options as SdapiOptions;
    if (checkpoint === undefined) return;
    const list = await prepare(this.client, { url: CHECKPOINTS, signal }, (response) =>
      readCheckpoints(response),
    );
    if (hasCheckpoint(list, checkpoint)) return;
    const internal = `the server has no checkpoint ${checkpoint}`;
    throw new NotSubmitted({ ...REFUSED, internal, operatorSide: true });
  }

  /** Reports progress during the long request. Interrupts the task when the request fails or is aborted. */
  private async runTask(work: Work, { path, json, taskId }: SdapiRequest): Promise<Outcome> {
    const finished = new AbortController();
    const watching =
      taskId && watchTask(this.client, taskId, (percent) => work.progress(percent), finished.signal);
    try {
      const response = await this.client.exchange({
        method: 'POST',
        url: path,
        json,
        signal: work.signal,
        timeoutMs: Math.max(1, work.remainingMs()),
        maxBytes: MAX_RESPONSE_BYTES,
      });
      if (!response.ok) return outcomeOfErrorResponse(this.client, work, response);
      const picture = readPicture(response);
      if (picture === null) return INTERRUPTED;
      return { kind: 'done', files: [await fileOfBase64(work, picture, UNDECLARED_TYPE)] };
    } catch (error) {
      if (taskId && !(error instanceof NotSent)) await this.interrupt(taskId);
      throw error;
    } finally {
      finished.abort();
      await watching;
    }
  }

  /** Best effort: a server that is gone needs no interruption. */
  private async interrupt(taskId: string): Promise<void> {
    try {
      await interruptTask(this.client, taskId, AbortSignal.timeout(INTERRUPT_MS));
    } catch {
      // Unreachable or too slow: the task ends by itself.
    }
  }
}

/** @param secret `user:password`, as passed to the server's `--api-auth`. */
function basic(secret: string): string {
  return `Basic ${Buffer.from(secret).toString('base64')}`;
}
