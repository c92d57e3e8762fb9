export { Round } from './round.js';
export { Sweeper } from './sweeper.js';
