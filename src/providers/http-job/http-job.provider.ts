/**
 * An engine of which nothing is known here: what to send, where the answers are and what its states and errors mean is
 * declared in its catalogue file (docs/engines/http-job.md). Covers hosted engines with an HTTP interface of the usual
 * kind: one call that answers with the file, or a submit and polls, also several of these one after the other.
 */
import type { CatalogueModel } from '../../catalogue/index.js';
import type { EngineSettings } from '../engine-settings.js';
import { type EngineCheck, type Outcome, Provider, type ProviderRef, type Work } from '../provider.js';
import { comeBack, EngineClient, NotSubmitted, pollThrew, signOfLife, submitThrew } from '../wire/index.js';
import { filesAt } from './answers.js';
import type { Job, WrittenEngine } from './declaration.js';
import { readEngine, readJobs } from './declaration.reading.js';
import { Exchanges } from './exchanges.js';
import { intentOf, isForThisStep, type JobRef } from './job-ref.js';
import { problemsOfPlaceholders } from './placeholders.js';

const CANCEL_MS = 10_000;

export class HttpJobProvider extends Provider {
  readonly name: string;
  override readonly address: string;
  readonly resubmission: 'idempotent' | 'none';
  private readonly engine: WrittenEngine;
  private readonly client: EngineClient;
  private readonly exchanges: Exchanges;
  /** By the catalogue's own object, which stays the same as long as the process runs. */
  private readonly jobs = new WeakMap<object, Job[]>();

  /** @throws Error naming the file and every place that is wrong. */
  constructor({ name, url, secret, options }: EngineSettings) {
    super();
    this.name = name;
    this.address = url;
    this.engine = readEngine(options, `catalogue/${name}.yaml`);
    const { auth, trusted, submit } = this.engine;
    this.resubmission = submit?.idempotencyHeader === undefined ? 'none' : 'idempotent';
    const authorization =
      auth && secret !== null ? { [auth.header]: auth.value.replaceAll('{{secret}}', secret) } : {};
    this.client = new EngineClient(url, authorization, trusted);
    this.exchanges = new Exchanges(this.client);
  }

  /** @throws Error naming the file, the model and what is wrong with its options. */
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
      return error instanceof NotSubmitted ? error.outcome : submitThrew(error);
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
      return pollThrew(work, ref, error);
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
    if (check) return signOfLife(this.client, check.path, undefined, headers);
    // Nothing is declared that would show whether the secret is good: only that somebody answers.
    return signOfLife(this.client, '/', ({ status }) => status < 500 && status !== 401, headers);
  }

  /**
   * Submits what comes after a job that is done. That this was going to happen is stored already, with the number of
   * the step that may do it: a step that comes later follows one that ended without a word and may have been heard.
   */
  private async submitNext(work: Work, jobs: readonly Job[], ref: JobRef): Promise<Outcome> {
    const again = this.resubmission === 'idempotent';
    if (!again && !isForThisStep(work, ref))
      return { kind: 'unknown', internal: `a worker ended between submit and answer of job ${ref.job + 1}` };
    const outcome = await this.submitAgain(work, jobs, ref);
    if (outcome.kind === 'retry' || (outcome.kind === 'unknown' && again)) {
      const afterMs = outcome.kind === 'retry' ? outcome.afterMs : undefined;
      return comeBack(work, intentOf(work, ref), { afterMs });
    }
    return outcome;
  }

  private async submitAgain(work: Work, jobs: readonly Job[], { job, previousId }: JobRef): Promise<Outcome> {
    try {
      return await this.exchanges.submit(work, jobs, job, { previousId });
    } catch (error) {
      return error instanceof NotSubmitted ? error.outcome : submitThrew(error);
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
