/** The reference of a prediction at a declared engine: which of its jobs it is in, and what that one is called. */
import type { ProviderRef, Work } from '../provider.js';
import type { Accepted } from './answers.js';

export interface JobRef extends ProviderRef, Partial<Accepted> {
  /** 0 for the first. */
  job: number;
  /** Of a job that is about to be submitted: the id of the one before. It has no `poll` yet. */
  previousId?: string;
  /** The only step that may submit it. */
  fence?: number;
  /** Addresses of results that came with the answer to the submit. */
  files?: string[];
}

/** That `job` will be submitted, to be stored before it is: by the very next step, and by none after that. */
export function intentOf(work: Work, { job, previousId, polls }: JobRef): JobRef {
  return { job, previousId, fence: work.fence + 1, ...(polls === undefined ? {} : { polls }) };
}

export function isForThisStep({ fence }: Work, ref: JobRef): boolean {
  return ref.fence === undefined || ref.fence === fence;
}
