/**
 * The Comfy API v2: Comfy Cloud, a serverless deployment, or comfy-api-proxy in front of one's own ComfyUI. It knows a
 * submit by an Idempotency-Key, but answers a repeated one with a refusal and not with the job, and offers no way to
 * find it: nothing is paid twice, and a job whose answer was lost is given up (or, where the operator says so, made anew).
 */
import { FormData } from 'undici';
import type { EngineCheck, Outcome, ProviderRef, Work } from '../provider.js';
import {
  AnswerLost,
  comeBack,
  type EngineAnswer,
  type EngineClient,
  fileAt,
  NO_OUTPUT,
  NotSubmitted,
  numberOf,
  pollRefused,
  pollThrew,
  prepare,
  recordOf,
  REFUSED,
  REJECTED,
  signOfLife,
  submitRefused,
  submitThrew,
  textOf,
} from '../wire/index.js';
import { filesOf, type JobLinks, percentOf, readError, readReference } from './api-v2-answers.js';
import { Dialect } from './dialect.js';
import { failed, readFailure, workflowRefused } from './engine-errors.js';
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
      const answer = await this.client.exchange({
        method: 'POST',
        url: '/api/v2/jobs',
        headers: { 'idempotency-key': attemptId(work) },
        json: { workflow: fillWorkflow(template, predictionValues(work, template, media)) },
        signal: work.signal,
      });
      if (!answer.ok) return this.refused(answer, template);
      return comeBack(work, { ...readReference(this.client, answer.json()) });
    } catch (error) {
      return error instanceof NotSubmitted ? error.outcome : submitThrew(error);
    }
  }

  async poll(work: Work, ref: ProviderRef, nodes: OutputNodes): Promise<Outcome> {
    try {
      const answer = await this.client.exchange({ url: this.linkOf(ref, 'self'), signal: work.signal });
      if (!answer.ok) return pollRefused(this.client, work, ref, answer, 'refuse');
      return await this.conclude(work, { ...ref, misses: 0 }, nodes, recordOf(answer.json()));
    } catch (error) {
      return pollThrew(work, ref, error);
    }
  }

  find(): Promise<null> {
    return Promise.resolve(null);
  }

  async cancel(ref: ProviderRef): Promise<void> {
    const { signal } = new AbortController();
    const url = this.linkOf(ref, 'cancel');
    const answer = await this.client.exchange({ method: 'POST', url, signal, timeoutMs: CANCEL_MS });
    if (!answer.ok) throw new Error(`the engine answered ${answer.status}`);
  }

  /** There is no account to ask for; that a job does not exist is said to those who may ask. */
  check(): Promise<EngineCheck> {
    return signOfLife(
      this.client,
      `/api/v2/jobs/${NO_SUCH_JOB}`,
      (answer) => answer.status === 404 && readError(answer).code !== '',
    );
  }

  /** The file comes last: it is passed on as it arrives, and what it is has to be known by then. */
  private upload({ signal }: Work, { name, contentType, bytes }: InputFile): Promise<object> {
    const form = new FormData();
    form.append('content_type', contentType);
    form.append('file_path', name);
    form.append('tags', 'input');
    form.append('file', bytes, name);
    const request = { method: 'POST', url: '/api/v2/assets', form, signal, timeoutMs: UPLOAD_MS } as const;
    return prepare(this.client, request, (answer) => {
      const { id, hash, file_path: path } = recordOf(answer.json());
      if (textOf(id) === undefined) return undefined;
      return { __type: 'core/ASSET', info: { id, hash: textOf(hash), file_path: textOf(path) } };
    });
  }

  private refused(answer: EngineAnswer, template: WorkflowTemplate): Outcome {
    const internal = this.client.redact(`HTTP ${answer.status}: ${answer.text}`);
    const { code, details } = readError(answer);
    switch (answer.status === 422 ? code : '') {
      case 'idempotency_key_reuse':
        return template.onAmbiguous === 'retry'
          ? { kind: 'retry', code: 'provider_error', internal }
          : failed(this.client, `accepted before, and that answer was lost: ${internal}`);
      case 'invalid_workflow':
        return workflowRefused(this.client, template, details.node_errors, internal);
      case 'workflow_format_ui':
      case 'missing_asset':
        return { ...REFUSED, internal };
      case 'deployment_stopped':
        return { ...REFUSED, internal, operatorSide: true };
      default:
        return submitRefused(this.client, answer);
    }
  }

  private linkOf(ref: ProviderRef, name: keyof JobLinks): string {
    const link = ref[name] as string;
    if (this.client.owns(link)) return link;
    throw new AnswerLost('the job lives at another address than the engine');
  }

  private async conclude(
    work: Work,
    ref: ProviderRef,
    nodes: OutputNodes,
    job: Readonly<Record<string, unknown>>,
  ): Promise<Outcome> {
    switch (job.status) {
      case 'succeeded':
        return this.succeeded(work, nodes, job.outputs);
      case 'failed': {
        const { text, rejected } = readFailure(job.error);
        return rejected ? { ...REJECTED, internal: this.client.redact(text) } : failed(this.client, text);
      }
      // Ours ends no earlier than our own deadline: somebody did this at the engine.
      case 'canceled':
      case 'expired':
        return failed(this.client, `${job.status} at the engine`);
      default:
        return comeBack(work, ref, {
          progress: percentOf(job.progress),
          queuePosition: numberOf(job.queue_position),
        });
    }
  }

  private async succeeded(work: Work, nodes: OutputNodes, outputs: unknown): Promise<Outcome> {
    const chosen = chooseFiles(filesOf(this.client, outputs), work.modality, nodes);
    if (chosen.length === 0) return { ...NO_OUTPUT, internal: NOTHING_SAVED };
    const files = chosen.map(({ url }) => fileAt(this.client, work, url));
    return { kind: 'done', files: await Promise.all(files) };
  }
}
