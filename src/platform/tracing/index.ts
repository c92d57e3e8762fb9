export { endWith, nameOfError } from './end-with.js';
export * from './tracing.js';
