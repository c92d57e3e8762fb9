/** The global guard (`auth/access.guard.ts`) rejects a route without a declaration, so a forgotten decorator closes a route. */
import { applyDecorators, SetMetadata, type Type, UseInterceptors } from '@nestjs/common';
import type { Request } from 'express';
import { type Permission, PERMISSIONS } from './account-roles.js';
import { ApiBearerAuth, ApiExtension, ApiSecurity } from './api-decorators.js';
import { RateLimitInterceptor } from './rate-limit.interceptor.js';
import { GENERATE_SCOPES, type OperatorScope, type Scope } from './scopes.js';

export const ROUTE_ACCESS = 'route-access';

/** Derives the sufficient scopes from the request, for routes where they depend on the requested model. */
export abstract class ScopeRule {
  abstract scopesFor(request: Request): readonly Scope[];

  /** The key of the caller must allow the returned model; undefined when it does not matter. */
  modelOf(_request: Request): string | undefined {
    return undefined;
  }
}

export type RouteAccess =
  | { kind: 'public'; identifies?: boolean }
  | {
      kind: 'dashboard';
      role: 'user' | 'admin';
      allow: Permission;
      counted?: boolean;
      activeOnly?: boolean;
      operatorScope?: OperatorScope;
    }
  | { kind: 'api-key'; scopes: readonly Scope[] | Type<ScopeRule> }
  | { kind: 'api-key-or-dashboard'; scopes: readonly Scope[]; allow: Permission };

/** Lists the roles that may call an operation, in openapi.json. */
export const ROLES_EXTENSION = 'x-roles';

/** What a dashboard route needs. */
export interface DashboardRouteOptions {
  /** The permission that the user's role in the account must have. Default `manage`: owners and admins. */
  allow?: Permission;
}

/**
 * Allows every caller.
 * @param identifies true puts the principal of a valid dashboard token on the request and ignores an invalid token.
 */
export const PublicRoute = ({ identifies = false } = {}) =>
  SetMetadata(ROUTE_ACCESS, { kind: 'public', identifies } satisfies RouteAccess);

/**
 * Requires a dashboard token; rejects API keys, and operator keys also on routes of administrators.
 * @param role `admin`: of an administrator of the installation, whatever the role in the account.
 * @param options `activeOnly` true rejects users of suspended accounts (403).
 */
export const DashboardRoute = (
  role: 'user' | 'admin' = 'user',
  { activeOnly = false, allow = 'manage' }: DashboardRouteOptions & { activeOnly?: boolean } = {},
) =>
  applyDecorators(
    SetMetadata(ROUTE_ACCESS, { kind: 'dashboard', role, activeOnly, allow } satisfies RouteAccess),
    ApiBearerAuth('dashboard'),
    ...(role === 'user' ? [ApiExtension(ROLES_EXTENSION, [...PERMISSIONS[allow]])] : []),
  );

/** Names the scope of an operation in openapi.json that an operator key needs. */
export const OPERATOR_SCOPE_EXTENSION = 'x-operator-scope';

/**
 * Requires a dashboard token of an administrator, or an operator key with this scope, counted in a budget of its own. Every route of
 * administrators without this decorator rejects operator keys (403).
 */
export const OperatorRoute = (operatorScope: OperatorScope) =>
  applyDecorators(
    SetMetadata(ROUTE_ACCESS, {
      kind: 'dashboard',
      role: 'admin',
      allow: 'manage',
      operatorScope,
    } satisfies RouteAccess),
    UseInterceptors(RateLimitInterceptor),
    ApiBearerAuth('dashboard'),
    ApiSecurity('operatorKey', []),
    ApiExtension(OPERATOR_SCOPE_EXTENSION, operatorScope),
  );

/** Marks an operation in openapi.json whose responses have the headers of the account's budget. */
export const COUNTED_EXTENSION = 'x-counted-per';

/** Lists the scopes of an operation in openapi.json; any one is enough. OpenAPI has a list for OAuth alone. */
export const SCOPES_EXTENSION = 'x-scopes';

/**
 * Requires a dashboard token and counts the request in the account's budget and the platform's, as requests with a key
 * count in the key's and the platform's. For routes that create work, use storage or call another service.
 * @param options `activeOnly` false admits users of suspended accounts too. Default: they are rejected (403).
 */
export const CountedDashboardRoute = ({
  allow = 'manage',
  activeOnly = true,
}: DashboardRouteOptions & { activeOnly?: boolean } = {}) =>
  applyDecorators(
    SetMetadata(ROUTE_ACCESS, {
      kind: 'dashboard',
      role: 'user',
      counted: true,
      activeOnly,
      allow,
    } satisfies RouteAccess),
    UseInterceptors(RateLimitInterceptor),
    ApiBearerAuth('dashboard'),
    ApiExtension(COUNTED_EXTENSION, 'account'),
    ApiExtension(ROLES_EXTENSION, [...PERMISSIONS[allow]]),
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
export const ApiKeyOrDashboardRoute = (
  scopes: readonly Scope[],
  { allow = 'manage' }: DashboardRouteOptions = {},
) =>
  applyDecorators(
    SetMetadata(ROUTE_ACCESS, { kind: 'api-key-or-dashboard', scopes, allow } satisfies RouteAccess),
    UseInterceptors(RateLimitInterceptor),
    ApiSecurity('apiKey', []),
    ApiBearerAuth('dashboard'),
    ApiExtension(SCOPES_EXTENSION, [...scopes]),
    ApiExtension(ROLES_EXTENSION, [...PERMISSIONS[allow]]),
  );
