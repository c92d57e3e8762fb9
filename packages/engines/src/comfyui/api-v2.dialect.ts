/**
 * The Comfy API v2 is that of Comfy Cloud, a serverless deployment, or comfy-api-proxy in front of an operator's ComfyUI. The API
 * recognizes a repeated submit by its Idempotency-Key, but rejects it instead of returning the job, and has no lookup. So nothing is paid
 * twice, and a job whose response was lost is failed (or, with `onAmbiguous: retry`, submitted anew).
 */
import { FormData } from 'undici';
import type { EngineCheck, Outcome, ProviderRef, Work } from '../provider.js';
import {
  AnswerLost,
  type EngineClient,
  type EngineResponse,
  fileAt,
  NO_OUTPUT,
  NotSubmitted,
  numberOf,
  outcomeOfPollError,
  outcomeOfPollResponse,
  outcomeOfSubmitError,
  outcomeOfSubmitResponse,
  ping,
  pollLater,
  prepare,
  recordOf,
  REFUSED,
  REJECTED,
  textOf,
} from '../wire/index.js';
import { filesOf, type JobLinks, percentOf, readError, readReference } from './api-v2-responses.js';
import { Dialect } from './dialect.js';
import { failedOutcome, outcomeOfRejectedWorkflow, readFailure } from './engine-errors.js';
import { type InputFile, UPLOAD_MS, uploadMedia } from './input-media.js';
import { chooseFiles, NOTHING_SAVED } from './output-choice.js';
import { attemptId, predictionValues } from './prediction-values.js';
import type { OutputNodes } from './template-options.js';
import { fillWorkflow, type WorkflowTemplate } from './workflow-template.js';

const CANCEL_MS = 10_000;
const NO_SUCH_JOB = '00000000-0000-0000-0000-000000000000';

export class ApiV2Dialect extends Dialect {
  readonly resubmission = 'idempotent';

  constructor(private readonly client: EngineClient) {
    super();
  }

  async submit(work: Work, template: WorkflowTemplate): Promise<Outcome> {
    work.signal.throwIfAborted();
    try {
      const media = await uploadMedia(work, template, (file) => this.upload(work, file));
      const response = await this.client.exchange({
        method: 'POST',
        url: '/api/v2/jobs',
        headers: { 'idempotency-key': attemptId(work) },
        json: { workflow: fillWorkflow(template, predictionValues(work, template, media)) },
        signal: work.signal,
      });
      if (!response.ok) return this.outcomeOfRejection(response, template);
      return pollLater(work, { ...readReference(this.client, response.json()) });
    } catch (error) {
      return error instanceof NotSubmitted ? error.outcome : outcomeOfSubmitError(error);
    }
  }

  async poll(work: Work, ref: ProviderRef, nodes: OutputNodes): Promise<Outcome> {
    try {
      const response = await this.client.exchange({ url: this.linkOf(ref, 'self'), signal: work.signal });
      if (!response.ok) return outcomeOfPollResponse(this.client, work, ref, response, 'refuse');
      return await this.outcomeOfJob(work, { ...ref, misses: 0 }, nodes, recordOf(response.json()));
    } catch (error) {
      return outcomeOfPollError(work, ref, error);
    }
  }

  find(): Promise<null> {
    return Promise.resolve(null);
  }

  async cancel(ref: ProviderRef): Promise<void> {
    const { signal } = new AbortController();
    const url = this.linkOf(ref, 'cancel');
    const response = await this.client.exchange({ method: 'POST', url, signal, timeoutMs: CANCEL_MS });
    if (!response.ok) throw new Error(`the engine answered ${response.status}`);
  }

  /** Requests a job that does not exist: the API has no account endpoint, and only authorized callers get its 404. */
  check(): Promise<EngineCheck> {
    return ping(
      this.client,
      `/api/v2/jobs/${NO_SUCH_JOB}`,
      (response) => response.status === 404 && readError(response).code !== '',
    );
  }

  /** The file is the last part of the form: the engine streams it and needs the other parts before it. */
  private upload({ signal }: Work, { name, contentType, bytes }: InputFile): Promise<object> {
    const form = new FormData();
    form.append('content_type', contentType);
    form.append('file_path', name);
    form.append('tags', 'input');
    form.append('file', bytes, name);
    const request = { method: 'POST', url: '/api/v2/assets', form, signal, timeoutMs: UPLOAD_MS } as const;
    return prepare(this.client, request, (response) => {
      const { id, hash, file_path: path } = recordOf(response.json());
      if (textOf(id) === undefined) return undefined;
      return { __type: 'core/ASSET', info: { id, hash: textOf(hash), file_path: textOf(path) } };
    });
  }

  private outcomeOfRejection(response: EngineResponse, template: WorkflowTemplate): Outcome {
    const internal = this.client.redact(`HTTP ${response.status}: ${response.text}`);
    const { code, details } = readError(response);
    switch (response.status === 422 ? code : '') {
      case 'idempotency_key_reuse':
        return template.onAmbiguous === 'retry'
          ? { kind: 'retry', code: 'provider_error', internal }
          : failedOutcome(this.client, `accepted before, and that answer was lost: ${internal}`);
      case 'invalid_workflow':
        return outcomeOfRejectedWorkflow(this.client, template, details.node_errors, internal);
      case 'workflow_format_ui':
      case 'missing_asset':
        return { ...REFUSED, internal };
      case 'deployment_stopped':
        return { ...REFUSED, internal, operatorSide: true };
      default:
        return outcomeOfSubmitResponse(this.client, response);
    }
  }

  private linkOf(ref: ProviderRef, name: keyof JobLinks): string {
    const link = ref[name] as string;
    if (this.client.owns(link)) return link;
    throw new AnswerLost('the job lives at another address than the engine');
  }

  private async outcomeOfJob(
    work: Work,
    ref: ProviderRef,
    nodes: OutputNodes,
    job: Readonly<Record<string, unknown>>,
  ): Promise<Outcome> {
    switch (job.status) {
      case 'succeeded':
        return this.outcomeOfSuccess(work, nodes, job.outputs);
      case 'failed': {
        const { text, rejected } = readFailure(job.error);
        return rejected
          ? { ...REJECTED, internal: this.client.redact(text) }
          : failedOutcome(this.client, text);
      }
      // We cancel no earlier than our own deadline, so this was done at the engine.
      case 'canceled':
      case 'expired':
        return failedOutcome(this.client, `${job.status} at the engine`);
      default:
        return pollLater(work, ref, {
          progress: percentOf(job.progress),
          queuePosition: numberOf(job.queue_position),
        });
    }
  }

  private async outcomeOfSuccess(work: Work, nodes: OutputNodes, outputs: unknown): Promise<Outcome> {
    const chosen = chooseFiles(filesOf(this.client, outputs), work.modality, nodes);
    if (chosen.length === 0) return { ...NO_OUTPUT, internal: NOTHING_SAVED };
    const files = chosen.map(({ url }) => fileAt(this.client, work, url));
    return { kind: 'done', files: await Promise.all(files) };
  }
}
