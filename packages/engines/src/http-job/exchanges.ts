import type { Outcome, Work } from '../provider.js';
import {
  type EngineClient,
  type EngineRequest,
  type EngineResponse,
  FAILED,
  outcomeOfPollResponse,
  outcomeOfSubmitResponse,
  pollLater,
  type TemplateValues,
} from '../wire/index.js';
import { requestOf } from './call.js';
import type { Job, Poll } from './declaration.js';
import { outcomeOfRule, ruleFor } from './error-rules.js';
import { intentOf, type JobRef } from './job-ref.js';
import {
  filesAt,
  readAcceptance,
  readAddresses,
  readFiles,
  readProgress,
  readResultPath,
} from './responses.js';
import { timeLeftMs, uploadInput } from './upload.js';

const ACCEPTANCE_MS = 60_000;

export class Exchanges {
  constructor(private readonly client: EngineClient) {}

  /**
   * @param index of the job. @param known additional values for its templates.
   * @throws {NotSubmitted} {NotSent} {AnswerLost} and the reason of `work.signal`.
   */
  async submit(work: Work, jobs: readonly Job[], index: number, known: TemplateValues): Promise<Outcome> {
    const job = jobs[index]!;
    const upload = job.upload && (await uploadInput(this.client, job, job.upload, work));
    const { headers, ...request } = await requestOf(job.submit, job, work, { ...known, upload });
    const response = await this.client.exchange({
      ...request,
      headers: { ...headers, ...idempotencyHeaderOf(job, work, index) },
      signal: work.signal,
      // A synchronous engine may take until the deadline; an asynchronous one must accept the job within a minute.
      ...(job.poll ? { timeoutMs: ACCEPTANCE_MS } : { timeoutMs: timeLeftMs(work), ...intoFile(job, work) }),
    });
    const rule = ruleFor(job.errors ?? [], 'submit', response);
    if (rule) return outcomeOfRule(rule, work, response, this.describe(response));
    if (!response.ok) return outcomeOfSubmitResponse(this.client, response);
    const accepted = await this.outcomeOfAcceptance(work, jobs, index, response);
    const internal = `not as declared: ${this.describe(response)}`;
    return accepted ?? { kind: 'unknown', internal, isAnswered: true };
  }

  /** @throws {NotSent} {AnswerLost} and the reason of `work.signal`. */
  async poll(work: Work, jobs: readonly Job[], ref: JobRef): Promise<Outcome> {
    const job = jobs[ref.job]!;
    const poll = job.poll!;
    const response = await this.client.exchange(nextRequest(job, work, ref));
    const rule = ruleFor(job.errors ?? [], 'poll', response);
    if (rule)
      return this.outcomeOfPollRule(
        outcomeOfRule(rule, work, response, this.describe(response)),
        work,
        poll,
        ref,
      );
    if (!response.ok) return outcomeOfPollResponse(this.client, work, ref, response, poll.lost ?? 'refuse');
    const { misses: _, ...known } = ref;
    const state = ref.fetch === undefined ? readProgress(poll, response) : { kind: 'done' as const };
    switch (state?.kind) {
      case 'failed':
        return { ...FAILED, internal: this.describe(response) };
      case 'lost':
        return outcomeOfPollResponse(
          this.client,
          work,
          ref,
          { ...response, status: 404 },
          poll.lost ?? 'refuse',
        );
      case 'done':
        return (
          (await this.outcomeOfCompletedJob(work, jobs, known, response)) ?? pollLaterAs(work, poll, known)
        );
      case 'running': {
        const progress = state.progress && overallProgress(ref.job, jobs.length, state.progress);
        return pollLaterAs(work, poll, known, { ...state, progress });
      }
      case undefined:
        return pollLaterAs(work, poll, known);
    }
  }

  /** @returns null when the response to a submit lacks a declared value. */
  private async outcomeOfAcceptance(
    work: Work,
    jobs: readonly Job[],
    index: number,
    response: EngineResponse,
  ): Promise<Outcome | null> {
    const job = jobs[index]!;
    const { poll } = job;
    if (!poll) return this.outcomeOfResult(work, job, index, response);
    // An engine that waits for its job has no more to say about it, and some cannot be asked again.
    const isFinished =
      index === jobs.length - 1 &&
      !job.result.fetch &&
      poll.state !== undefined &&
      readProgress(poll, response)?.kind === 'done';
    const finished = isFinished ? await this.outcomeOfResult(work, job, index, response) : null;
    if (finished) return finished;
    const accepted = readAcceptance(this.client, job, response);
    return accepted && pollLaterAs(work, poll, { job: index, ...accepted });
  }

  /** @returns null when the response to the submit has no result. */
  private async outcomeOfResult(
    work: Work,
    job: Job,
    index: number,
    response: EngineResponse,
  ): Promise<Outcome | null> {
    const files = await readFiles(work, job, response);
    if (files) return { kind: 'done', files };
    const addresses = readAddresses(this.client, job.result, response);
    return addresses && { kind: 'pending', ref: { job: index, files: addresses }, pollAfterMs: 0 };
  }

  private async outcomeOfCompletedJob(
    work: Work,
    jobs: readonly Job[],
    ref: JobRef,
    response: EngineResponse,
  ): Promise<Outcome | null> {
    const job = jobs[ref.job]!;
    if (ref.job < jobs.length - 1) {
      const next = intentOf(work, { job: ref.job + 1, previousId: ref.id });
      return {
        kind: 'pending',
        ref: next,
        pollAfterMs: 0,
        progress: overallProgress(ref.job, jobs.length, 100),
      };
    }
    if (job.result.fetch && ref.fetch === undefined) {
      const fetch = readResultPath(job, ref.id, response);
      return fetch === null ? null : { kind: 'pending', ref: { ...ref, fetch }, pollAfterMs: 0 };
    }
    const addresses = readAddresses(this.client, job.result, response);
    const files = addresses
      ? await filesAt(this.client, work, addresses)
      : await readFiles(work, job, response);
    return files && { kind: 'done', files };
  }

  /** `refuse` and an unthrottled `retry` count as outcomes of a poll, anything else is polled again. */
  private outcomeOfPollRule(outcome: Outcome, work: Work, poll: Poll, ref: JobRef): Outcome {
    if (outcome.kind === 'refuse') return outcome;
    if (outcome.kind === 'retry' && !outcome.throttled) return outcome;
    return pollLaterAs(work, poll, ref, outcome.kind === 'retry' ? { afterMs: outcome.afterMs } : {});
  }

  /** Redacts the engine's message for the operator's log. */
  private describe({ status, text }: EngineResponse): string {
    return this.client.redact(`HTTP ${status}: ${text}`);
  }
}

/** Only the result of a finished job can be a file; the other requests poll the job's state. */
function nextRequest(job: Job, work: Work, { poll, fetch }: JobRef): EngineRequest {
  const { result, poll: polled } = job;
  const { signal } = work;
  if (fetch !== undefined)
    return { url: fetch, headers: result.fetch?.headers, signal, ...intoFile(job, work) };
  return { url: poll!, headers: polled!.headers, signal, ...(result.fetch ? {} : intoFile(job, work)) };
}

function pollLaterAs(
  work: Work,
  { everySeconds = 0 }: Poll,
  ref: JobRef,
  report: { progress?: number; queuePosition?: number; afterMs?: number } = {},
): Outcome {
  return pollLater(work, ref, { ...report, afterMs: Math.max(report.afterMs ?? 0, everySeconds * 1000) });
}

/** All jobs of the prediction have equal weight. */
function overallProgress(job: number, jobs: number, percent: number): number {
  return ((job + percent / 100) / jobs) * 100;
}

function intoFile({ result }: Job, { directory }: Work): { into?: string } {
  return result.bytes ? { into: directory } : {};
}

/** The header is the same for the same job of the same attempt, as in a repeated step. */
function idempotencyHeaderOf(
  { submit }: Job,
  { predictionId, attempt }: Work,
  index: number,
): Record<string, string> {
  const { idempotencyHeader: header } = submit;
  return header === undefined
    ? {}
    : { [header]: `${predictionId}-${attempt}${index > 0 ? `-${index + 1}` : ''}` };
}
