export { Round } from './round.js';
