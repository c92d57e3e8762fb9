export { LiveCopy } from './live-copy.js';
export { Round } from './round.js';
export { Sweeper } from './sweeper.js';
