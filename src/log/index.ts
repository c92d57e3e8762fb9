export { JsonLogger } from './json-logger.js';
