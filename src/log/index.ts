export { JsonLogger, type LogOptions } from './json-logger.js';
export { redact } from './redact.js';
