import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Scope } from './scopes.js';

/** Who called with an API key. */
export interface ApiKeyPrincipal {
  kind: 'api-key';
  keyId: string;
  accountId: string;
  env: 'live' | 'test';
  scopes: readonly Scope[];
}

/** Who called with a dashboard token. */
export interface DashboardPrincipal {
  kind: 'dashboard';
  userId: string;
  accountId: string;
  role: 'user' | 'admin';
  /** The sign-in this token belongs to; null for an outside identity provider's. */
  familyId: string | null;
}

export type Principal = ApiKeyPrincipal | DashboardPrincipal;

export interface AuthenticatedRequest extends Request {
  principal?: Principal;
}

function callerOf<K extends Principal['kind']>(kind: K) {
  return createParamDecorator(
    (_data: unknown, context: ExecutionContext): Extract<Principal, { kind: K }> => {
      const principal = context.switchToHttp().getRequest<AuthenticatedRequest>().principal;
      if (principal?.kind !== kind) throw new Error(`this route does not declare a caller of kind ${kind}`);
      return principal as Extract<Principal, { kind: K }>;
    },
  );
}

/** The API key that called: for routes declared with `@ApiKeyRoute`. */
export const KeyCaller = callerOf('api-key');

/** The person that called: for routes declared with `@DashboardRoute`. */
export const DashboardCaller = callerOf('dashboard');
