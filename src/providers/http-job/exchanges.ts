/** The exchanges of a job: its submit and its polls, and what their answers mean. */
import type { Outcome, Work } from '../provider.js';
import {
  comeBack,
  type EngineAnswer,
  type EngineClient,
  FAILED,
  pollRefused,
  submitRefused,
  type TemplateValues,
} from '../wire/index.js';
import { filesAt, readAcceptance, readAddresses, readFiles, readProgress } from './answers.js';
import { requestOf } from './call.js';
import type { Job, Poll } from './declaration.js';
import { ruledOutcome, ruleFor } from './error-rules.js';
import { intentOf, type JobRef } from './job-ref.js';
import { timeLeft, uploadInput } from './upload.js';

const ACCEPTANCE_MS = 60_000;

export class Exchanges {
  constructor(private readonly client: EngineClient) {}

  /**
   * @param index of the job. @param known further values for its templates.
   * @throws {NotSubmitted} {NotSent} {AnswerLost} and the reason of `work.signal`.
   */
  async submit(work: Work, jobs: readonly Job[], index: number, known: TemplateValues): Promise<Outcome> {
    const job = jobs[index]!;
    const upload = job.upload && (await uploadInput(this.client, job, job.upload, work));
    const { headers, ...request } = await requestOf(job.submit, job, work, { ...known, upload });
    const answer = await this.client.exchange({
      ...request,
      headers: { ...headers, ...idempotencyOf(job, work, index) },
      signal: work.signal,
      // An engine that answers with the result works as long as the prediction has; one that only takes it on does not.
      ...(job.poll ? { timeoutMs: ACCEPTANCE_MS } : { timeoutMs: timeLeft(work), ...intoFile(job, work) }),
    });
    const rule = ruleFor(job.errors ?? [], 'submit', answer);
    if (rule) return ruledOutcome(rule, work, answer, this.said(answer));
    if (!answer.ok) return submitRefused(this.client, answer);
    const accepted = await this.accepted(work, job, index, answer);
    return accepted ?? { kind: 'unknown', internal: `not as declared: ${this.said(answer)}` };
  }

  /** @throws {NotSent} {AnswerLost} and the reason of `work.signal`. */
  async poll(work: Work, jobs: readonly Job[], ref: JobRef): Promise<Outcome> {
    const job = jobs[ref.job]!;
    const poll = job.poll!;
    const { signal } = work;
    const answer = await this.client.exchange({
      url: ref.poll!,
      headers: poll.headers,
      signal,
      ...intoFile(job, work),
    });
    const rule = ruleFor(job.errors ?? [], 'poll', answer);
    if (rule) return this.ruledPoll(ruledOutcome(rule, work, answer, this.said(answer)), work, poll, ref);
    if (!answer.ok) return pollRefused(this.client, work, ref, answer, poll.lost ?? 'refuse');
    const { misses: _, ...known } = ref;
    const state = readProgress(poll, answer);
    switch (state?.kind) {
      case 'failed':
        return { ...FAILED, internal: this.said(answer) };
      case 'lost':
        return pollRefused(this.client, work, ref, { ...answer, status: 404 }, poll.lost ?? 'refuse');
      case 'done':
        return (await this.finished(work, jobs, known, answer)) ?? later(work, poll, known);
      case 'running': {
        const progress = state.progress && overall(ref.job, jobs.length, state.progress);
        return later(work, poll, known, { ...state, progress });
      }
      case undefined:
        return later(work, poll, known);
    }
  }

  /** @returns null when a success does not hold what it should. */
  private async accepted(work: Work, job: Job, index: number, answer: EngineAnswer): Promise<Outcome | null> {
    if (job.poll) {
      const accepted = readAcceptance(this.client, job, answer);
      return accepted && later(work, job.poll, { job: index, ...accepted });
    }
    const files = await readFiles(work, job, answer);
    if (files) return { kind: 'done', files };
    const addresses = readAddresses(this.client, job.result, answer);
    return addresses && { kind: 'pending', ref: { job: index, files: addresses }, pollAfterMs: 0 };
  }

  private async finished(
    work: Work,
    jobs: readonly Job[],
    ref: JobRef,
    answer: EngineAnswer,
  ): Promise<Outcome | null> {
    const job = jobs[ref.job]!;
    if (ref.job < jobs.length - 1) {
      const next = intentOf(work, { job: ref.job + 1, previousId: ref.id });
      return { kind: 'pending', ref: next, pollAfterMs: 0, progress: overall(ref.job, jobs.length, 100) };
    }
    const addresses = readAddresses(this.client, job.result, answer);
    const files = addresses
      ? await filesAt(this.client, work, addresses)
      : await readFiles(work, job, answer);
    return files && { kind: 'done', files };
  }

  /** Only what ends the prediction, or the attempt, ends it: a poll that was throttled is made again. */
  private ruledPoll(outcome: Outcome, work: Work, poll: Poll, ref: JobRef): Outcome {
    if (outcome.kind === 'refuse') return outcome;
    if (outcome.kind === 'retry' && !outcome.throttled) return outcome;
    return later(work, poll, ref, outcome.kind === 'retry' ? { afterMs: outcome.afterMs } : {});
  }

  /** The engine's own words, for the operator's log. */
  private said({ status, text }: EngineAnswer): string {
    return this.client.redact(`HTTP ${status}: ${text}`);
  }
}

function later(
  work: Work,
  { everySeconds = 0 }: Poll,
  ref: JobRef,
  told: { progress?: number; queuePosition?: number; afterMs?: number } = {},
): Outcome {
  return comeBack(work, ref, { ...told, afterMs: Math.max(told.afterMs ?? 0, everySeconds * 1000) });
}

/** Of all jobs of the prediction, each of which counts as much as another. */
function overall(job: number, jobs: number, percent: number): number {
  return ((job + percent / 100) / jobs) * 100;
}

function intoFile({ result }: Job, { directory }: Work): { into?: string } {
  return result.bytes ? { into: directory } : {};
}

/** The same for the same job of the same attempt, which is what a step that is repeated submits. */
function idempotencyOf(
  { submit }: Job,
  { predictionId, attempt }: Work,
  index: number,
): Record<string, string> {
  const { idempotencyHeader: header } = submit;
  return header === undefined
    ? {}
    : { [header]: `${predictionId}-${attempt}${index > 0 ? `-${index + 1}` : ''}` };
}
