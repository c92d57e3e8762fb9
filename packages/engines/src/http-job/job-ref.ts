/** The reference of a prediction at a declared engine: its current job and the engine's ids of that job. */
import type { ProviderRef, Work } from '../provider.js';
import type { Accepted } from './responses.js';

export interface JobRef extends ProviderRef, Partial<Accepted> {
  /** 0 is the first. */
  job: number;
  /** Set for a job that is about to be submitted: the id of the previous job. Such a reference has no `poll` yet. */
  previousId?: string;
  /** The fence of the only step that may submit the job. */
  fence?: number;
  /** The path from which the result of a finished job is fetched. */
  fetch?: string;
  /** URLs of results that came with the response to the submit. */
  files?: string[];
}

/**
 * Creates the intent to submit `job`, stored before the submit. Only the next step may carry it out, and none after.
 */
export function intentOf(work: Work, { job, previousId, polls }: JobRef): JobRef {
  return { job, previousId, fence: work.fence + 1, ...(polls === undefined ? {} : { polls }) };
}

export function isForThisStep({ fence }: Work, ref: JobRef): boolean {
  return ref.fence === undefined || ref.fence === fence;
}
