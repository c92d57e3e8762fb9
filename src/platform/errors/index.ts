export * from './app-error.js';
export { ERROR_CODES, type ErrorCode, ERRORS } from './error-codes.js';
