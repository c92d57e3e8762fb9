/**
 * Who may call a route, said where the route is. One global guard (`auth/access.guard.ts`) enforces it and refuses
 * a route that says nothing, so that forgetting a decorator closes a route instead of opening it.
 */
import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import type { Request } from 'express';
import { ApiBearerAuth, ApiExtension, ApiSecurity } from './api-decorators.js';
import { GENERATE_SCOPES, type Scope } from './scopes.js';

export const ROUTE_ACCESS = 'route-access';

/** Decides from the request which scopes would do; for routes where that depends on the model asked for. */
export abstract class ScopeRule {
  abstract scopesFor(request: Request): readonly Scope[];
}

/**
 * What a route needs to know from the database whoever calls, begun while the caller is still being admitted, so that
 * both take the time of one. It is told to nobody before the caller is in, and is begun for well-formed keys alone.
 */
export abstract class LookAhead {
  /** Begins; whatever goes wrong is for whoever takes it up. */
  abstract begin(request: Request): void;
}

export type RouteAccess =
  | { kind: 'public'; identifies?: boolean }
  | { kind: 'dashboard'; role: 'user' | 'admin'; counted?: boolean }
  | { kind: 'api-key'; scopes: readonly Scope[] | Type<ScopeRule>; lookAhead?: Type<LookAhead> };

/**
 * Anyone may call it.
 * @param identifies true: the principal of a valid dashboard token is on the request, and an invalid one is ignored.
 */
export const PublicRoute = ({ identifies = false } = {}) =>
  SetMetadata(ROUTE_ACCESS, { kind: 'public', identifies } satisfies RouteAccess);

/** A signed-in person with a dashboard token; never an API key. */
export const DashboardRoute = (role: 'user' | 'admin' = 'user') =>
  applyDecorators(
    SetMetadata(ROUTE_ACCESS, { kind: 'dashboard', role } satisfies RouteAccess),
    ApiBearerAuth('dashboard'),
  );

/** Marks, in the description, an operation whose answers carry the headers of the account's own budget. */
export const COUNTED_EXTENSION = 'x-counted-per';

/**
 * The same, for what makes work or takes up room: counted over the account's own budget and the platform's, as a
 * request with a key is counted over the key's and the platform's.
 */
export const CountedDashboardRoute = () =>
  applyDecorators(
    SetMetadata(ROUTE_ACCESS, { kind: 'dashboard', role: 'user', counted: true } satisfies RouteAccess),
    ApiBearerAuth('dashboard'),
    ApiExtension(COUNTED_EXTENSION, 'account'),
  );

/** An API key with any one of these scopes, within its two limits; never a dashboard token. */
export const ApiKeyRoute = (scopes: readonly Scope[] | Type<ScopeRule>, lookAhead?: Type<LookAhead>) =>
  applyDecorators(
    SetMetadata(ROUTE_ACCESS, { kind: 'api-key', scopes, lookAhead } satisfies RouteAccess),
    // A requirement of its own for each: OpenAPI reads a list within one as "all of them".
    ...(typeof scopes === 'function' ? GENERATE_SCOPES : scopes).map((scope) =>
      ApiSecurity('apiKey', [scope]),
    ),
  );
