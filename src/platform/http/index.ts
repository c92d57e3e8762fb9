export {
  FileBody,
  FormBody,
  GuardedBody,
  hasBody,
  hasFileBody,
  isForm,
  readApiKeyBody,
  readRawBody,
} from './input/body.js';
export * from './input/input-fields.js';
export { IsFutureInstant, isFutureInstant, IsInstant } from './input/instant.js';
export { checkMetadata, countCharacters, findMalformed, isStorableText } from './input/json-content.js';
export { reserveLoopIteration } from './input/large-body-queue.js';
export { IsNewEmail, isNewEmail } from './input/new-email.js';
export { parseQueryInstant, parseQueryRange, QueryInstant } from './input/query-instant.js';
export * from './input/request-headers.js';
export { QueryBoolean, QueryInteger, validationPipe } from './input/validation.js';
export { guardsOf, layPipeline } from './pipeline.js';
export * from './routes/account-roles.js';
export * from './routes/api-decorators.js';
export { ApiError, ApiErrors, ERROR_DESCRIPTIONS, RETRY_LATER } from './routes/api-errors.js';
export { bodyOf, listBodyOf, pageBodyOf, SuccessBody } from './routes/bodies.js';
export { callerAddress, plainAddress } from './routes/caller-address.js';
export { csvLine, sendCsv } from './routes/csv.js';
export { ErrorBody, RateLimitBody } from './routes/error-body.dto.js';
export { describeField, Field, type FieldOptions, NullableField, OptionalField } from './routes/fields.js';
export { ApiListOrFile, sendFile, sendJson, wantsFile } from './routes/list-or-file.js';
export { type Disconnect, disconnectSignal, longPoll } from './routes/long-poll.js';
export { missingScope } from './routes/missing-scope.js';
export {
  ApiAccepted,
  ApiCreated,
  ApiId,
  ApiNoContent,
  ApiOk,
  IdParam,
  Operation,
} from './routes/operation.js';
export * from './routes/pagination.js';
export * from './routes/principal.js';
export * from './routes/public-id.js';
export { RateLimitInterceptor } from './routes/rate-limit.interceptor.js';
export * from './routes/route-access.js';
export { GENERATE_SCOPES, OPERATOR_SCOPES, type OperatorScope, type Scope, SCOPES } from './routes/scopes.js';
export { afterIdlePoll } from './server/after-idle-poll.js';
export { Draining, LONG_DRAIN_MS, SHORT_DRAIN_MS } from './server/draining.js';
export { ErrorFilter } from './server/error.filter.js';
export { type ErrorPresenter, type ErrorResponse, presentErrors } from './server/error-presentation.js';
export {
  allowDiscarding,
  API_VERSION,
  type RequestObserver,
  type RequestWithId,
  routeOf,
} from './server/every-request.js';
export { FastExpressAdapter } from './server/express-server.js';
export { KeptBytes, sendKept, SerializedJson } from './server/kept-bytes.js';
export { type LaterBody } from './server/later-body.js';
export { PublicUrl } from './server/public-url.js';
