export {
  AppError,
  type AppErrorOptions,
  type ErrorDetail,
  MAX_PROBLEMS,
  validationFailed,
} from './app-error.js';
export { ERROR_CODES, type ErrorCode, ERRORS } from './error-codes.js';
