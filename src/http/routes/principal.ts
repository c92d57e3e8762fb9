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

/** The row that a caller's right to be here stands on: a key, or a sign-in. */
export interface Credential {
  kind: 'api-key' | 'sign-in';
  id: string;
}

/** @returns null for an outside identity provider's token: there is no row of ours that could end. */
export function credentialOf(principal: Principal): Credential | null {
  if (principal.kind === 'api-key') return { kind: 'api-key', id: principal.keyId };
  return principal.familyId === null ? null : { kind: 'sign-in', id: principal.familyId };
}

export interface AuthenticatedRequest extends Request {
  principal?: Principal;
  /** Of the caller's own budget, once the request was counted. Written by `RateLimitInterceptor`, on errors by `ErrorFilter`. */
  budgetHeaders?: Readonly<Record<string, string>>;
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
