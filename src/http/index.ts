export { auditAdmin } from './admin-audit.js';
export {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiExtension,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProperty,
  ApiPropertyOptional,
  ApiQuery,
  ApiResponse,
  ApiSecurity,
  ApiTags,
  describeNow,
} from './api-decorators.js';
export { ApiErrors, ERROR_MEANINGS } from './api-errors.js';
export { BodyGuard, carriesBody, GuardedBody, readBodyOfKey, TakesFile, takesFile } from './body.js';
export { boundBody } from './bounded-body.js';
export { callerAddress } from './caller-address.js';
export { ErrorBody, RateLimitBody } from './error-body.dto.js';
export { ErrorFilter } from './error.filter.js';
export { FastExpressAdapter } from './express-server.js';
export { Draining, LONG_DRAIN_MS, SHORT_DRAIN_MS } from './draining.js';
export { onEveryRequest, type OnRequest } from './every-request.js';
export { ApiIdempotencyKey, IDEMPOTENT_REPLAYED, readIdempotencyKey } from './idempotency-key.js';
export { largeBodyTurn } from './large-body-turn.js';
export { goneSignal, tellRetryAfter } from './long-poll.js';
export { OwnAddress } from './own-address.js';
export { requestLog } from './request-log.js';
export { badCursor, decodeCursor, encodeCursor, type Page, pageOf, PageQuery } from './pagination.js';
export {
  type ApiKeyPrincipal,
  type AuthenticatedRequest,
  type Credential,
  credentialOf,
  DashboardCaller,
  type DashboardPrincipal,
  KeyCaller,
  type Principal,
} from './principal.js';
export { parsePublicId, publicId } from './public-id.js';
export { queryInstant } from './query-instant.js';
export { API_VERSION, requestContext, type RequestWithId } from './request-context.js';
export {
  ApiKeyRoute,
  COUNTED_EXTENSION,
  CountedDashboardRoute,
  DashboardRoute,
  LookAhead,
  PublicRoute,
  ROUTE_ACCESS,
  type RouteAccess,
  ScopeRule,
} from './route-access.js';
export { GENERATE_SCOPES, type Scope, SCOPES } from './scopes.js';
export { QueryBoolean, QueryInteger, validationPipe } from './validation.js';
export { findMalformed, isStorableText } from './well-formed.js';
