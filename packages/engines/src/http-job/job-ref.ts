/** The reference of a prediction has its current job and the engine's ids of that job. */
import type { ProviderRef, Work } from '../provider.js';
import type { Accepted } from './responses.js';

export interface JobRef extends ProviderRef, Partial<Accepted> {
  /** 0 is the first. */
  job: number;
  /** The id of the previous job is set for a job that is about to be submitted. Such a reference has no `poll` yet. */
  previousId?: string;
  /** Only the step with this fence may submit the job. */
  fence?: number;
  /** The result of a finished job is fetched from this path. */
  fetch?: string;
  /** The response to the submit came with these URLs of results. */
  files?: string[];
}

/** The intent to submit `job` is stored before the submit. Only the next step may carry it out, and none after. */
export function intentOf(work: Work, { job, previousId, polls }: JobRef): JobRef {
  return { job, previousId, fence: work.fence + 1, ...(polls === undefined ? {} : { polls }) };
}

export function isForThisStep({ fence }: Work, ref: JobRef): boolean {
  return ref.fence === undefined || ref.fence === fence;
}
