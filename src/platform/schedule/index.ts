export { FOLLOWED_MS, LiveCopy } from './live-copy.js';
export { type NamedInterval, Round } from './round.js';
export { ROUNDS } from './rounds.js';
export { SharedRuns } from './shared-runs.js';
export { Sweeper } from './sweeper.js';
