import { SUSPECT_CRASHES } from './retry-policy.js';

/** No prediction is ever a suspect: `crashes` is a smallint, and MAX_CRASHES ends it long before. */
const NEVER = 32_767;

/** The program that runs one suspect at a time in a process of its own; its own injection token. */
export class IsolatedProgram {
  /** @param path of the program; null for a host that embeds the service, whose objects no other process has. */
  constructor(readonly path: string | null) {}

  /** Crashes from which a prediction is left to that program. */
  get suspectsFrom(): number {
    return this.path === null ? NEVER : SUSPECT_CRASHES;
  }
}
