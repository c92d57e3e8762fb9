import { SUSPECT_CRASHES } from './retry-policy.js';

/** The largest smallint: `crashes` never reaches it, because MAX_CRASHES fails the prediction first. */
const NO_SUSPECTS = 32_767;

/** The class is also its injection token. */
export class IsolatedProgram {
  /** @param path null for a host that embeds the service: another process does not have its objects. */
  constructor(readonly path: string | null) {}

  /** Workers do not claim suspects, which have this many crashes. */
  get suspectsFrom(): number {
    return this.path === null ? NO_SUSPECTS : SUSPECT_CRASHES;
  }
}
