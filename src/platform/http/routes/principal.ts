import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { ErrorCode } from '../../errors/index.js';
import type { Span } from '../../tracing/index.js';
import type { AccountRole } from './account-roles.js';
import type { OperatorScope, Scope } from './scopes.js';

/** A caller with an API key. */
export interface ApiKeyPrincipal {
  kind: 'api-key';
  keyId: string;
  accountId: string;
  env: 'live' | 'test';
  scopes: readonly Scope[];
  /** Absent: the key may be used for all models. */
  allowedModels?: readonly string[];
  /** Null when the request is not recorded. */
  span?: Span | null;
}

/** A caller with a dashboard token. */
export interface DashboardPrincipal {
  kind: 'dashboard';
  userId: string;
  accountId: string;
  /** In the installation. */
  role: 'user' | 'admin';
  /** In the account. */
  accountRole: AccountRole;
  /** Null for a token of an outside identity provider. */
  familyId: string | null;
  /** Null when the request is not recorded. */
  span?: Span | null;
}

/** Who calls a route. */
export type Principal = ApiKeyPrincipal | DashboardPrincipal;

/** A caller with an operator key: on routes of administrators only, in place of one. */
export interface OperatorPrincipal {
  kind: 'operator-key';
  keyId: string;
  scopes: readonly OperatorScope[];
}

/** The row that authorizes a caller: a key or a sign-in. The authorization ends with it. */
export interface Credential {
  kind: 'api-key' | 'sign-in';
  id: string;
}

/** Null for a token of an outside identity provider, which has no row here. */
export function credentialOf(principal: Principal): Credential | null {
  if (principal.kind === 'api-key') return { kind: 'api-key', id: principal.keyId };
  return principal.familyId === null ? null : { kind: 'sign-in', id: principal.familyId };
}

/** What is left of a caller's own budget after its request. */
export interface RequestBudget {
  limit: number;
  remaining: number;
  /** Whole seconds until a request is left; 0 while one is left. */
  resetSeconds: number;
}

/** A request whose caller is known, with what the request log records of it. */
export interface AuthenticatedRequest extends Request {
  principal?: Principal | OperatorPrincipal;
  /** The calling API key, also of a request that admission refused. */
  apiKey?: ApiKeyPrincipal;
  /** Public id of the prediction that the request started. */
  startedPredictionId?: string;
  errorCode?: ErrorCode;
  /** Null when it is not recorded. Set only with a `Tracing`, and then for all requests: they keep one shape. */
  span?: Span | null;
  /** Set once the request is counted. `RateLimitInterceptor` writes them, and `ErrorFilter` for errors. */
  budgetHeaders?: Readonly<Record<string, string>>;
  budget?: RequestBudget;
}

type Caller = Principal | OperatorPrincipal;

function createCallerDecorator(...kinds: Caller['kind'][]) {
  return createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
    const principal = context.switchToHttp().getRequest<AuthenticatedRequest>().principal;
    if (!principal || !kinds.includes(principal.kind))
      throw new Error(`this route does not declare a caller of kind ${kinds.join(' or ')}`);
    return principal;
  });
}

/** Injects the calling API key, on routes with `@ApiKeyRoute`. */
export const KeyCaller = createCallerDecorator('api-key');

/** Injects the calling user, on routes with `@DashboardRoute`. */
export const DashboardCaller = createCallerDecorator('dashboard');

/** Injects the calling API key or user, on routes with `@ApiKeyOrDashboardRoute`. */
export const AnyCaller = createCallerDecorator('api-key', 'dashboard');

/** Injects the calling administrator or operator key, on routes with `@OperatorRoute`. */
export const OperatorCaller = createCallerDecorator('dashboard', 'operator-key');
