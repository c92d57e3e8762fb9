export {
  AppError,
  MAX_PROBLEMS,
  validationFailed,
  type AppErrorOptions,
  type ErrorDetail,
} from './app-error.js';
export { ERRORS, ERROR_CODES, type ErrorCode } from './error-codes.js';
