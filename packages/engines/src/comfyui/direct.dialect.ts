/**
 * A ComfyUI server accepts an id that we choose, so a submit whose response was lost is looked up by it. It forgets all jobs when it
 * restarts: an unknown job is submitted anew, which costs only its time.
 */
import { FormData } from 'undici';
import type { EngineCheck, Outcome, ProviderRef, Work } from '../provider.js';
import {
  AnswerLost,
  type EngineClient,
  type EngineResponse,
  fileAt,
  NO_OUTPUT,
  NotSent,
  NotSubmitted,
  outcomeOfPollError,
  outcomeOfPollResponse,
  outcomeOfSubmitError,
  outcomeOfSubmitResponse,
  ping,
  pollLater,
  prepare,
  recordOf,
  textOf,
} from '../wire/index.js';
import { Dialect } from './dialect.js';
import { failedOutcome, outcomeOfRejectedWorkflow, readFailure } from './engine-errors.js';
import { type InputFile, UPLOAD_MS, uploadMedia } from './input-media.js';
import { chooseFiles, NOTHING_SAVED, preferSaved, serverFiles } from './output-choice.js';
import { attemptId, predictionValues } from './prediction-values.js';
import { isNoSuchRoute, ServerJobs, type Via } from './server-jobs.js';
import type { OutputNodes } from './template-options.js';
import { fillWorkflow, type WorkflowTemplate } from './workflow-template.js';

/** For calls beside the work itself: cancelling, freeing memory. */
const SIDE_CALL_MS = 10_000;

type Reference = { promptId: string; via?: Via };

export class DirectDialect extends Dialect {
  readonly resubmission = 'lookup';
  private readonly jobs: ServerJobs;

  constructor(private readonly client: EngineClient) {
    super();
    this.jobs = new ServerJobs(client);
  }

  async submit(work: Work, template: WorkflowTemplate): Promise<Outcome> {
    work.signal.throwIfAborted();
    try {
      const media = await uploadMedia(work, template, (file) => this.upload(work, file));
      const prompt = fillWorkflow(template, predictionValues(work, template, media));
      const { signal } = work;
      const json = { prompt, prompt_id: attemptId(work) };
      const response = await this.client.exchange({ method: 'POST', url: '/prompt', json, signal });
      if (!response.ok) return this.outcomeOfRejection(response, template);
      // The id in the response is authoritative: builds from before clients could choose an id create their own.
      const { prompt_id: id, node_errors: nodeErrors, error: rejection } = recordOf(response.json());
      const promptId = textOf(id);
      if (promptId === undefined && rejection !== undefined && rejection !== null)
        return outcomeOfRejectedWorkflow(this.client, template, nodeErrors, `HTTP 200: ${response.text}`);
      if (promptId === undefined) throw new AnswerLost('accepted without a prompt_id');
      if (Object.keys(recordOf(nodeErrors)).length > 0)
        return await this.outcomeOfHalfAccepted({ promptId }, template, nodeErrors, response.text);
      return pollLater(work, { promptId } satisfies Reference);
    } catch (error) {
      return error instanceof NotSubmitted ? error.outcome : outcomeOfSubmitError(error);
    }
  }

  async poll(work: Work, ref: ProviderRef, nodes: OutputNodes): Promise<Outcome> {
    const { promptId, via } = ref as Reference;
    try {
      const lookup = await this.jobs.lookUp(promptId, via, work.signal);
      if (lookup.kind === 'refused')
        return outcomeOfPollResponse(this.client, work, ref, lookup.response, 'retry');
      const known = { ...ref, via: lookup.via };
      if (lookup.kind === 'absent')
        return outcomeOfPollResponse(this.client, work, known, { ...lookup.response, status: 404 }, 'retry');
      const { status, queuePosition, outputs, error } = lookup.job;
      if (status === 'completed') return await this.outcomeOfSuccess(work, nodes, outputs);
      if (status === 'failed') return await this.outcomeOfFailure(work, error);
      // We cancel no earlier than our own deadline, so this was done at the engine.
      if (status === 'cancelled') return failedOutcome(this.client, 'interrupted at the engine');
      return pollLater(work, { ...known, misses: 0 }, { queuePosition });
    } catch (error) {
      return outcomeOfPollError(work, ref, error);
    }
  }

  /** @throws when the server does not answer: the result is unknown. */
  async find(work: Work): Promise<ProviderRef | null> {
    const promptId = attemptId(work);
    const lookup = await this.jobs.lookUp(promptId, undefined, work.signal);
    if (lookup.kind === 'refused')
      throw new AnswerLost(`HTTP ${lookup.response.status} to the question for a job`);
    return lookup.kind === 'job' ? ({ promptId, via: lookup.via } satisfies Reference) : null;
  }

  async cancel(ref: ProviderRef): Promise<void> {
    const { promptId, via } = ref as Reference;
    if (via !== 'history') {
      const response = await this.sideCall(`/api/jobs/${promptId}/cancel`, {});
      if (!isNoSuchRoute(response)) {
        requireSuccess(response);
        return;
      }
    }
    requireSuccess(await this.sideCall('/queue', { delete: [promptId] }));
    // Builds that do not read the id interrupt whatever runs, so it must be ours.
    if (await this.jobs.isRunning(promptId, AbortSignal.timeout(SIDE_CALL_MS)))
      requireSuccess(await this.sideCall('/interrupt', { prompt_id: promptId }));
  }

  check(): Promise<EngineCheck> {
    return ping(
      this.client,
      '/system_stats',
      (response) => response.ok && recordOf(response.json()).system !== undefined,
    );
  }

  private upload({ predictionId, signal }: Work, { name, bytes }: InputFile): Promise<string> {
    const form = new FormData();
    form.append('type', 'input');
    form.append('subfolder', `offprint/${predictionId}`);
    form.append('overwrite', 'true');
    form.append('image', bytes, name);
    const request = { method: 'POST', url: '/upload/image', form, signal, timeoutMs: UPLOAD_MS } as const;
    return prepare(this.client, request, (response) => {
      const stored = recordOf(response.json());
      const folder = textOf(stored.subfolder);
      const file = textOf(stored.name);
      return folder && file ? `${folder}/${file}` : file;
    });
  }

  /** ComfyUI's own rejection names nodes; any other comes from a proxy in front of it. */
  private outcomeOfRejection(response: EngineResponse, template: WorkflowTemplate): Outcome {
    const { node_errors: nodeErrors } = response.status === 400 ? recordOf(jsonOf(response)) : {};
    if (nodeErrors === undefined) return outcomeOfSubmitResponse(this.client, response);
    return outcomeOfRejectedWorkflow(this.client, template, nodeErrors, `HTTP 400: ${response.text}`);
  }

  /**
   * The server runs the outputs of a workflow that are valid and drops the others. What would come is not what was sold, so the job is
   * cancelled and counts as rejected. Best effort: a job that still runs costs the server's time only.
   */
  private async outcomeOfHalfAccepted(
    ref: Reference,
    template: WorkflowTemplate,
    nodeErrors: unknown,
    text: string,
  ): Promise<Outcome> {
    let reported = `HTTP 200 with node_errors: ${text}`;
    try {
      await this.cancel(ref);
    } catch (error) {
      reported = `not cancelled (${String(error)}): ${reported}`;
    }
    return outcomeOfRejectedWorkflow(this.client, template, nodeErrors, reported);
  }

  private async outcomeOfSuccess(work: Work, nodes: OutputNodes, outputs: unknown): Promise<Outcome> {
    const chosen = chooseFiles(preferSaved(serverFiles(outputs)), work.modality, nodes);
    if (chosen.length === 0) return { ...NO_OUTPUT, internal: NOTHING_SAVED };
    const files = chosen.map(({ name: filename, subfolder, type }) => {
      const query = new URLSearchParams({ filename, subfolder, type }).toString();
      return fileAt(this.client, work, `${this.client.address}/view?${query}`);
    });
    return { kind: 'done', files: await Promise.all(files) };
  }

  /** Retries once when out of memory, after unloading the other models; fails on any second attempt. */
  private async outcomeOfFailure({ attempt, signal }: Work, error: unknown): Promise<Outcome> {
    const { text, outOfMemory } = readFailure(error);
    if (!outOfMemory || attempt > 1) return failedOutcome(this.client, text);
    try {
      await this.sideCall('/free', { unload_models: true, free_memory: true }, signal);
    } catch (reason) {
      if (!(reason instanceof NotSent || reason instanceof AnswerLost)) throw reason;
    }
    return { kind: 'retry', code: 'provider_error', internal: this.client.redact(text) };
  }

  private sideCall(
    url: string,
    json: object,
    signal = new AbortController().signal,
  ): Promise<EngineResponse> {
    return this.client.exchange({ method: 'POST', url, json, signal, timeoutMs: SIDE_CALL_MS });
  }
}

function requireSuccess({ ok, status }: EngineResponse): void {
  if (!ok) throw new Error(`the engine answered ${status}`);
}

function jsonOf(response: EngineResponse): unknown {
  try {
    return response.json();
  } catch {
    return null;
  }
}
