/**
 * Servers with the API of AUTOMATIC1111's web UI: that one (with --api), Forge, SD.Next, stable-diffusion.cpp and others.
 * The request waits for its picture; the server does one after the other. It has no memory of what was asked, so a lost
 * answer is lost; asking again costs a machine of one's own its time and nobody any money (`onAmbiguous: retry`).
 */
import type { CatalogueModel } from '../../catalogue/index.js';
import type { EngineSettings } from '../engine-settings.js';
import { type EngineCheck, type Outcome, Provider, type Work } from '../provider.js';
import {
  BAD_INPUT,
  EngineClient,
  FAILED,
  fileOfBase64,
  NotSent,
  NotSubmitted,
  prepare,
  REFUSED,
  signOfLife,
  submitThrew,
} from '../wire/index.js';
import { hasCheckpoint, listIn, pictureIn, refusalOf } from './sdapi-answer.js';
import { readOptions, type SdapiOptions } from './sdapi-options.js';
import { requestFor, type SdapiRequest, UnreadablePicture } from './sdapi-request.js';
import { interruptTask, watchTask } from './sdapi-task.js';

/** PNG, JPEG or WebP, as the server is set up: it does not say. */
const UNCLAIMED = 'application/octet-stream';
/** Not tried again: whoever stopped it would have to stop every attempt. */
const INTERRUPTED: Outcome = { ...FAILED, internal: 'interrupted at the server: an answer without pictures' };
const CHECKPOINTS = '/sdapi/v1/sd-models';
/** For asking what runs and interrupting it, once nobody waits for it any more. */
const INTERRUPT_MS = 2_000;
/** Four times 2048 pixels as PNG and base64, with room. */
const MAX_ANSWER_BYTES = 300_000_000;

export class SdapiProvider extends Provider {
  readonly name: string;
  override readonly address: string;
  readonly resubmission = 'none';
  private readonly client: EngineClient;

  constructor({ name, url, secret }: EngineSettings) {
    super();
    this.name = name;
    this.address = url;
    this.client = new EngineClient(url, secret === null ? {} : { authorization: basic(secret) });
  }

  offers(model: CatalogueModel): boolean {
    readOptions(model);
    return true;
  }

  async submit(work: Work): Promise<Outcome> {
    try {
      work.signal.throwIfAborted();
      await this.requireCheckpoint(work);
      return await this.wait(work, await requestFor(work));
    } catch (error) {
      if (error instanceof NotSubmitted) return error.outcome;
      if (error instanceof UnreadablePicture) return { ...BAD_INPUT, internal: String(error.cause) };
      return submitThrew(error);
    }
  }

  override check(): Promise<EngineCheck> {
    return signOfLife(this.client, CHECKPOINTS);
  }

  /** Throws `NotSubmitted` when the model wants a checkpoint that the server has not. */
  private async requireCheckpoint({ options, signal }: Work): Promise<void> {
    const { checkpoint } = options as SdapiOptions;
    if (checkpoint === undefined) return;
    const list = await prepare(this.client, { url: CHECKPOINTS, signal }, (answer) => listIn(answer));
    if (hasCheckpoint(list, checkpoint)) return;
    const internal = `the server has no checkpoint ${checkpoint}`;
    throw new NotSubmitted({ ...REFUSED, internal, operatorSide: true });
  }

  /** The one long request, with an eye on how far it is; what nobody waits for any more is interrupted. */
  private async wait(work: Work, { path, json, taskId }: SdapiRequest): Promise<Outcome> {
    const over = new AbortController();
    const watching =
      taskId && watchTask(this.client, taskId, (percent) => work.progress(percent), over.signal);
    try {
      const answer = await this.client.exchange({
        method: 'POST',
        url: path,
        json,
        signal: work.signal,
        timeoutMs: Math.max(1, work.remainingMs()),
        maxBytes: MAX_ANSWER_BYTES,
      });
      if (!answer.ok) return refusalOf(this.client, work, answer);
      const picture = pictureIn(answer);
      if (picture === null) return INTERRUPTED;
      return { kind: 'done', files: [await fileOfBase64(work, picture, UNCLAIMED)] };
    } catch (error) {
      if (taskId && !(error instanceof NotSent)) await this.interrupt(taskId);
      throw error;
    } finally {
      over.abort();
      await watching;
    }
  }

  /** Best effort: a server that is gone needs no interruption. */
  private async interrupt(taskId: string): Promise<void> {
    try {
      await interruptTask(this.client, taskId, AbortSignal.timeout(INTERRUPT_MS));
    } catch {
      // Not there, or too slow to tell: what runs there ends by itself.
    }
  }
}

/** @param secret `user:password`, as the server was started with by `--api-auth`. */
function basic(secret: string): string {
  return `Basic ${Buffer.from(secret).toString('base64')}`;
}
