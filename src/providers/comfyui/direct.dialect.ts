/**
 * A ComfyUI server itself. It takes the id that we choose, so a submit whose answer was lost is looked up by it. It
 * forgets everything when it restarts: what it does not know any more is submitted anew, which costs only its time.
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
  NotSent,
  NotSubmitted,
  pollRefused,
  pollThrew,
  prepare,
  recordOf,
  signOfLife,
  submitRefused,
  submitThrew,
  textOf,
} from '../wire/index.js';
import { Dialect } from './dialect.js';
import { failed, readFailure, workflowRefused } from './engine-errors.js';
import { type InputFile, UPLOAD_MS, uploadMedia } from './input-media.js';
import { chooseFiles, NOTHING_SAVED, preferSaved, serverFiles } from './output-choice.js';
import { attemptId, predictionValues } from './prediction-values.js';
import { isNoSuchRoute, ServerJobs, type Via } from './server-jobs.js';
import type { OutputNodes } from './template-options.js';
import { fillWorkflow, type WorkflowTemplate } from './workflow-template.js';

/** For what is done beside the work: cancelling it, making room for it. */
const ASIDE_MS = 10_000;

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
      const answer = await this.client.exchange({ method: 'POST', url: '/prompt', json, signal });
      if (!answer.ok) return this.refused(answer, template);
      // The answer's id counts: builds from before clients could choose it make their own.
      const promptId = textOf(recordOf(answer.json()).prompt_id);
      if (promptId === undefined) throw new AnswerLost('accepted without a prompt_id');
      return comeBack(work, { promptId } satisfies Reference);
    } catch (error) {
      return error instanceof NotSubmitted ? error.outcome : submitThrew(error);
    }
  }

  async poll(work: Work, ref: ProviderRef, nodes: OutputNodes): Promise<Outcome> {
    const { promptId, via } = ref as Reference;
    try {
      const look = await this.jobs.look(promptId, via, work.signal);
      if (look.kind === 'refused') return pollRefused(this.client, work, ref, look.answer, 'retry');
      const known = { ...ref, via: look.via };
      if (look.kind === 'absent')
        return pollRefused(this.client, work, known, { ...look.answer, status: 404 }, 'retry');
      const { status, queuePosition, outputs, error } = look.job;
      if (status === 'completed') return await this.completed(work, nodes, outputs);
      if (status === 'failed') return await this.broke(work, error);
      // Ours ends no earlier than our own deadline: somebody did this at the engine.
      if (status === 'cancelled') return failed(this.client, 'interrupted at the engine');
      return comeBack(work, { ...known, misses: 0 }, { queuePosition });
    } catch (error) {
      return pollThrew(work, ref, error);
    }
  }

  /** @throws when the server does not say: nobody knows yet then. */
  async find(work: Work): Promise<ProviderRef | null> {
    const promptId = attemptId(work);
    const look = await this.jobs.look(promptId, undefined, work.signal);
    if (look.kind === 'refused') throw new AnswerLost(`HTTP ${look.answer.status} to the question for a job`);
    return look.kind === 'job' ? ({ promptId, via: look.via } satisfies Reference) : null;
  }

  async cancel(ref: ProviderRef): Promise<void> {
    const { promptId, via } = ref as Reference;
    if (via !== 'history') {
      const answer = await this.aside(`/api/jobs/${promptId}/cancel`, {});
      if (!isNoSuchRoute(answer)) return requireDone(answer);
    }
    requireDone(await this.aside('/queue', { delete: [promptId] }));
    // Builds that do not read the id interrupt whatever runs: it has to be ours.
    if (await this.jobs.isRunning(promptId, AbortSignal.timeout(ASIDE_MS)))
      requireDone(await this.aside('/interrupt', { prompt_id: promptId }));
  }

  check(): Promise<EngineCheck> {
    return signOfLife(
      this.client,
      '/system_stats',
      (answer) => answer.ok && recordOf(answer.json()).system !== undefined,
    );
  }

  private upload({ predictionId, signal }: Work, { name, bytes }: InputFile): Promise<string> {
    const form = new FormData();
    form.append('type', 'input');
    form.append('subfolder', `offprint/${predictionId}`);
    form.append('overwrite', 'true');
    form.append('image', bytes, name);
    const request = { method: 'POST', url: '/upload/image', form, signal, timeoutMs: UPLOAD_MS } as const;
    return prepare(this.client, request, (answer) => {
      const stored = recordOf(answer.json());
      const folder = textOf(stored.subfolder);
      const file = textOf(stored.name);
      return folder && file ? `${folder}/${file}` : file;
    });
  }

  /** ComfyUI's own refusal names nodes; any other comes from something in front of it. */
  private refused(answer: EngineAnswer, template: WorkflowTemplate): Outcome {
    const { node_errors: nodeErrors } = answer.status === 400 ? recordOf(jsonOf(answer)) : {};
    if (nodeErrors === undefined) return submitRefused(this.client, answer);
    return workflowRefused(this.client, template, nodeErrors, `HTTP 400: ${answer.text}`);
  }

  private async completed(work: Work, nodes: OutputNodes, outputs: unknown): Promise<Outcome> {
    const chosen = chooseFiles(preferSaved(serverFiles(outputs)), work.modality, nodes);
    if (chosen.length === 0) return { ...NO_OUTPUT, internal: NOTHING_SAVED };
    const files = chosen.map(({ name: filename, subfolder, type }) => {
      const query = new URLSearchParams({ filename, subfolder, type }).toString();
      return fileAt(this.client, work, `${this.client.address}/view?${query}`);
    });
    return { kind: 'done', files: await Promise.all(files) };
  }

  /** Memory that other models hold is made free, once: after the first attempt there is another one, and then no more. */
  private async broke({ attempt, signal }: Work, error: unknown): Promise<Outcome> {
    const { text, outOfMemory } = readFailure(error);
    if (!outOfMemory || attempt > 1) return failed(this.client, text);
    try {
      await this.aside('/free', { unload_models: true, free_memory: true }, signal);
    } catch (reason) {
      if (!(reason instanceof NotSent || reason instanceof AnswerLost)) throw reason;
    }
    return { kind: 'retry', code: 'provider_error', internal: this.client.redact(text) };
  }

  private aside(url: string, json: object, signal = new AbortController().signal): Promise<EngineAnswer> {
    return this.client.exchange({ method: 'POST', url, json, signal, timeoutMs: ASIDE_MS });
  }
}

function requireDone({ ok, status }: EngineAnswer): void {
  if (!ok) throw new Error(`the engine answered ${status}`);
}

function jsonOf(answer: EngineAnswer): unknown {
  try {
    return answer.json();
  } catch {
    return null;
  }
}
