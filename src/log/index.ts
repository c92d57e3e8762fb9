export { JsonLogger } from './json-logger.js';
export { holdProcessWarnings } from './process-warnings.js';
