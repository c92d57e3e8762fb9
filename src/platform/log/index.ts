export { JsonLogger } from './json-logger.js';
export { countDroppedLines, guardOutputs } from './process-output.js';
export { holdProcessWarnings } from './process-warnings.js';
