/**
 * Decorators that declare who may call a route. The global guard (`auth/access.guard.ts`) enforces them and rejects a
 * route without a declaration, so a forgotten decorator closes a route instead of opening it.
 */
import { applyDecorators, SetMetadata, type Type, UseInterceptors } from '@nestjs/common';
import type { Request } from 'express';
import { ApiBearerAuth, ApiExtension, ApiSecurity } from './api-decorators.js';
import { RateLimitInterceptor } from './rate-limit.interceptor.js';
import { GENERATE_SCOPES, type Scope } from './scopes.js';

export const ROUTE_ACCESS = 'route-access';

/** Derives the sufficient scopes from the request, for routes where they depend on the requested model. */
export abstract class ScopeRule {
  abstract scopesFor(request: Request): readonly Scope[];

  /** Returns the key of the requested model, which the key of the caller must allow; undefined when it does not matter. */
  modelOf(_request: Request): string | undefined {
    return undefined;
  }
}

export type RouteAccess =
  | { kind: 'public'; identifies?: boolean }
  | { kind: 'dashboard'; role: 'user' | 'admin'; counted?: boolean }
  | { kind: 'api-key'; scopes: readonly Scope[] | Type<ScopeRule> }
  | { kind: 'api-key-or-dashboard'; scopes: readonly Scope[] };

/**
 * Allows every caller.
 * @param identifies true puts the principal of a valid dashboard token on the request and ignores an invalid token.
 */
export const PublicRoute = ({ identifies = false } = {}) =>
  SetMetadata(ROUTE_ACCESS, { kind: 'public', identifies } satisfies RouteAccess);

/** Requires a dashboard token; rejects API keys. */
export const DashboardRoute = (role: 'user' | 'admin' = 'user') =>
  applyDecorators(
    SetMetadata(ROUTE_ACCESS, { kind: 'dashboard', role } satisfies RouteAccess),
    ApiBearerAuth('dashboard'),
  );

/** Marks an operation in openapi.json whose responses have the headers of the account's budget. */
export const COUNTED_EXTENSION = 'x-counted-per';

/** Lists the scopes of an operation in openapi.json; any one is enough. OpenAPI has a list for OAuth alone. */
export const SCOPES_EXTENSION = 'x-scopes';

/**
 * Requires a dashboard token and counts the request in the account's budget and the platform's, as requests with a key
 * count in the key's and the platform's. For routes that create work or use storage.
 */
export const CountedDashboardRoute = () =>
  applyDecorators(
    SetMetadata(ROUTE_ACCESS, { kind: 'dashboard', role: 'user', counted: true } satisfies RouteAccess),
    UseInterceptors(RateLimitInterceptor),
    ApiBearerAuth('dashboard'),
    ApiExtension(COUNTED_EXTENSION, 'account'),
  );

/** Requires an API key with any one of these scopes, within both rate limits; rejects dashboard tokens. */
export const ApiKeyRoute = (scopes: readonly Scope[] | Type<ScopeRule>) =>
  applyDecorators(
    SetMetadata(ROUTE_ACCESS, { kind: 'api-key', scopes } satisfies RouteAccess),
    UseInterceptors(RateLimitInterceptor),
    ApiSecurity('apiKey', []),
    ApiExtension(SCOPES_EXTENSION, [...(typeof scopes === 'function' ? GENERATE_SCOPES : scopes)]),
  );

/** Requires an API key with any one of these scopes, or a dashboard token. Counts both as `ApiKeyRoute` and `CountedDashboardRoute` do. */
export const ApiKeyOrDashboardRoute = (scopes: readonly Scope[]) =>
  applyDecorators(
    SetMetadata(ROUTE_ACCESS, { kind: 'api-key-or-dashboard', scopes } satisfies RouteAccess),
    UseInterceptors(RateLimitInterceptor),
    ApiSecurity('apiKey', []),
    ApiBearerAuth('dashboard'),
    ApiExtension(SCOPES_EXTENSION, [...scopes]),
  );
