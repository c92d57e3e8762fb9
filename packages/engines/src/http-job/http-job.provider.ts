/**
 * The catalogue file declares the engine entirely: its requests, the paths in its responses, its states and errors
 * (docs/engines/http-job.md). Covers hosted engines with a common HTTP API: a call that returns the file, or a submit and polls, also
 * several of these in a row.
 */
import type { EngineSettings } from '../engine-settings.js';
import type { CatalogueModel } from '../model.js';
import { type EngineCheck, type Outcome, type ProviderRef, type Work } from '../provider.js';
import { RemoteProvider } from '../remote.provider.js';
import {
  EngineClient,
  NotSubmitted,
  outcomeOfPollError,
  outcomeOfSubmitError,
  ping,
  pollLater,
} from '../wire/index.js';
import { credentialsOf } from './credentials.js';
import type { Job, WrittenEngine } from './declaration.js';
import { readEngine, readJobs } from './declaration.reading.js';
import { Exchanges } from './exchanges.js';
import { intentOf, isForThisStep, type JobRef } from './job-ref.js';
import { problemsOfPlaceholders } from './placeholders.js';
import { filesAt } from './responses.js';

const CANCEL_MS = 10_000;

export class HttpJobProvider extends RemoteProvider {
  readonly resubmission: 'idempotent' | 'none';
  private readonly engine: WrittenEngine;
  private readonly client: EngineClient;
  private readonly exchanges: Exchanges;
  /** The keys are the options objects of the catalogue, which stay the same as long as the process runs. */
  private readonly jobs = new WeakMap<object, Job[]>();

  /** @throws Error naming the file and every wrong place. */
  constructor(settings: EngineSettings) {
    super(settings);
    const { name, url, secret, options } = settings;
    this.engine = readEngine(options, `catalogue/${name}.yaml`);
    const { trusted, submit } = this.engine;
    this.resubmission = submit?.idempotencyHeader === undefined ? 'none' : 'idempotent';
    const { headers, token } = credentialsOf(this.engine, secret, `catalogue/${name}.yaml`);
    this.client = new EngineClient(url, headers, trusted, token);
    this.exchanges = new Exchanges(this.client);
  }

  /** @throws Error naming the file, the model and every problem. */
  offers({ modelKey, options, inputSchema }: CatalogueModel): boolean {
    const where = `catalogue/${this.name}.yaml: ${modelKey}`;
    const problems = problemsOfPlaceholders(this.jobsOf(options, where), inputSchema);
    if (problems.length > 0) throw new Error(`${where}: ${problems.join('; ')}`);
    return true;
  }

  async submit(work: Work): Promise<Outcome> {
    try {
      return await this.exchanges.submit(work, this.jobsOf(work.options), 0, {});
    } catch (error) {
      return error instanceof NotSubmitted ? error.outcome : outcomeOfSubmitError(error);
    }
  }

  override async poll(work: Work, stored: ProviderRef): Promise<Outcome> {
    const ref = stored as JobRef;
    const jobs = this.jobsOf(work.options);
    if (ref.files) return { kind: 'done', files: await filesAt(this.client, work, ref.files) };
    if (ref.poll === undefined) return this.submitNext(work, jobs, ref);
    try {
      return await this.exchanges.poll(work, jobs, ref);
    } catch (error) {
      return outcomeOfPollError(work, ref, error);
    }
  }

  override async cancel(stored: ProviderRef): Promise<void> {
    const { cancel } = stored as JobRef;
    if (!cancel) return;
    const signal = AbortSignal.timeout(CANCEL_MS);
    const { status, ok } = await this.client.exchange({ ...cancel, headers: this.engine.headers, signal });
    if (!ok) throw new Error(`HTTP ${status}`);
  }

  override check(): Promise<EngineCheck> {
    const { check, headers } = this.engine;
    if (check) return ping(this.client, check.path, undefined, headers);
    // No check is declared that would test the secret: this only shows that the engine responds.
    return ping(this.client, '/', ({ status }) => status < 500 && status !== 401, headers);
  }

  /**
   * Submits the job after a completed one. The intent is already stored with the fence of the only step that may submit it. Any later step
   * follows one that ended without a result, whose submit the engine may have received.
   */
  private async submitNext(work: Work, jobs: readonly Job[], ref: JobRef): Promise<Outcome> {
    const canResubmit = this.resubmission === 'idempotent';
    if (!canResubmit && !isForThisStep(work, ref))
      return { kind: 'unknown', internal: `a worker ended between submit and answer of job ${ref.job + 1}` };
    const outcome = await this.submitJob(work, jobs, ref);
    if (outcome.kind === 'retry' || (outcome.kind === 'unknown' && canResubmit && !outcome.isAnswered)) {
      const afterMs = outcome.kind === 'retry' ? outcome.afterMs : undefined;
      return pollLater(work, intentOf(work, ref), { afterMs });
    }
    return outcome;
  }

  private async submitJob(work: Work, jobs: readonly Job[], { job, previousId }: JobRef): Promise<Outcome> {
    try {
      return await this.exchanges.submit(work, jobs, job, { previousId });
    } catch (error) {
      return error instanceof NotSubmitted ? error.outcome : outcomeOfSubmitError(error);
    }
  }

  private jobsOf(options: Readonly<Record<string, unknown>>, where = `catalogue/${this.name}.yaml`): Job[] {
    const known = this.jobs.get(options);
    if (known) return known;
    const jobs = readJobs(this.engine, options, where);
    this.jobs.set(options, jobs);
    return jobs;
  }
}
