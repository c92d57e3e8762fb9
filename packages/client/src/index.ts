export type { FailureCode, ServiceErrorCode } from './error-codes.js';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type FieldProblem,
  GenerationFailedError,
  InvalidRequestError,
  NotFoundError,
  OffprintError,
  PaymentRequiredError,
  PermissionError,
  RateLimitError,
  ServiceError,
  UnavailableError,
} from './errors.js';
export type { CommonFields, GenerateInput, InstalledModels, KnownModels } from './inputs.js';
export type { List, Page } from './lists.js';
export {
  type GenerateOptions,
  type ListOptions,
  Offprint,
  type OffprintSettings,
  type StartOptions,
  type WaitOptions,
} from './offprint.js';
export { Output, Prediction } from './prediction.js';
export type { ShippedModels } from './shipped-models.js';
export type { Fetch } from './transport.js';
export type * from './types.js';
export type { UploadSource } from './uploads.js';
