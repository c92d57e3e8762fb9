import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Suspensions } from '../accounts/index.js';
import { Admission, type Admitted, budgetHeaders, type CredentialKind } from '../admission/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  type AccountRole,
  type AuthenticatedRequest,
  type DashboardPrincipal,
  hasBody,
  hasFileBody,
  isAllowed,
  type OperatorScope,
  type Permission,
  readApiKeyBody,
  ROUTE_ACCESS,
  type RouteAccess,
  type Scope,
} from '../platform/http/index.js';
import { endWith } from '../platform/tracing/index.js';
import { ACCEPTS_CONTINUED } from './sessions/accepts-continued.js';
import { DashboardAuthGuard } from './strategies/dashboard-auth.guard.js';
import type { RepeatableRequest } from './strategies/jwt.strategy.js';
import { TokenFailures } from './tokens/token-failures.js';

type KeyAccess = RouteAccess & { kind: 'api-key' | 'api-key-or-dashboard' };

/**
 * Enforces what each route declares, and rejects a route without a declaration. It runs before everything that reads the request's content:
 * no body is read before its credential is checked.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  /** Cached, because a container lookup per request is too slow. */
  private readonly providers = new Map<Type, unknown>();

  constructor(
    private readonly reflector: Reflector,
    private readonly moduleRef: ModuleRef,
    private readonly admission: Admission,
    private readonly dashboardAuth: DashboardAuthGuard,
    private readonly tokenFailures: TokenFailures,
    private readonly suspensions: Suspensions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const access = this.reflector.getAllAndOverride<RouteAccess | undefined>(ROUTE_ACCESS, targets);
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    switch (access?.kind) {
      case 'public':
        if (access.identifies) await this.dashboardAuth.canActivate(context);
        return true;
      case 'dashboard': {
        if (access.role === 'admin' && isOperatorKey(request)) {
          await this.requireOperatorKey(access, request);
          return true;
        }
        const others: CredentialKind[] = access.operatorScope ? ['operator key'] : [];
        const user = await this.requireUser(context, access, ['access token', ...others]);
        if (access.counted) await this.countUser(request, user, access);
        else if (access.activeOnly) await this.requireActive(user);
        return true;
      }
      case 'api-key':
        await this.requireKey(context, access, request);
        return true;
      case 'api-key-or-dashboard':
        if (isApiKey(request)) await this.requireKey(context, access, request);
        else {
          const { allow } = access;
          const user = await this.requireUser(context, { role: 'user', allow }, ['API key', 'access token']);
          await this.countUser(request, user, {});
        }
        return true;
      case undefined:
        throw new Error(
          `${context.getClass().name}.${context.getHandler().name} does not declare who may call it`,
        );
    }
  }

  /** An operator key works only where an administrator does, and only where the route names a scope. */
  private async requireOperatorKey(
    { operatorScope }: { operatorScope?: OperatorScope },
    request: AuthenticatedRequest,
  ): Promise<void> {
    const { principal, budget } = await this.admission.admitOperator(request, operatorScope);
    request.principal = principal;
    request.budgetHeaders = budgetHeaders(budget);
  }

  private async countUser(
    request: AuthenticatedRequest,
    user: DashboardPrincipal,
    { activeOnly = false }: { activeOnly?: boolean },
  ): Promise<void> {
    const budget = await this.admission.admitAccount(request, user.accountId, { isActiveOnly: activeOnly });
    request.budgetHeaders = budgetHeaders(budget);
  }

  private async requireActive({ accountId }: DashboardPrincipal): Promise<void> {
    if (await this.suspensions.isSuspended(accountId)) throw new AppError('account_suspended');
  }

  private async requireKey(
    context: ExecutionContext,
    { scopes }: KeyAccess,
    request: AuthenticatedRequest,
  ): Promise<void> {
    // The required scopes can depend on the body.
    if (hasBody(request) && !hasFileBody(context)) await this.readBody(request);
    const { principal, budget } = await this.admit(request, ...this.requirements(scopes, request));
    request.principal = principal;
    request.budgetHeaders = budgetHeaders(budget);
    request.budget = budget;
  }

  private async admit(
    request: AuthenticatedRequest,
    scopes: readonly Scope[],
    modelKey: string | undefined,
  ): Promise<Admitted> {
    const { span } = request;
    if (span === undefined) return this.admission.admit(request, scopes, modelKey);
    const admitting = this.admission.admit(request, scopes, modelKey);
    const admitted = await endWith(span?.begin('admission') ?? null, admitting);
    admitted.principal.span = span;
    return admitted;
  }

  private async readBody(request: Request): Promise<void> {
    const hash = await this.admission.readSecretHash(request);
    await readApiKeyBody(request, hash, () => this.admission.verifyKey(request, hash));
  }

  /** The role in the account was read with the user, so it needs no statement of its own and no cache. */
  private async requireUser(
    context: ExecutionContext,
    { role, allow }: { role: 'user' | 'admin'; allow: Permission },
    takes: [CredentialKind, ...CredentialKind[]],
  ): Promise<DashboardPrincipal> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest & RepeatableRequest>();
    if (this.reflector.get<true | undefined>(ACCEPTS_CONTINUED, context.getHandler()))
      request.acceptsContinued = true;
    await this.dashboardAuth.canActivate(context);
    const user = request.principal;
    if (user?.kind !== 'dashboard')
      throw await this.tokenFailures.unauthorizedError(request, 'invalid_token', { takes });
    if (role === 'admin' && user.role !== 'admin') throw new AppError('forbidden');
    if (role === 'user' && !isAllowed(user.accountRole, allow)) throw roleError(user.accountRole);
    if (request.span !== undefined) user.span = request.span;
    return user;
  }

  /** Returns the scopes of which the key needs one, and the model that it must allow. */
  private requirements(
    scopes: KeyAccess['scopes'],
    request: Request,
  ): [scopes: readonly Scope[], modelKey: string | undefined] {
    if (typeof scopes !== 'function') return [scopes, undefined];
    const rule = this.getProvider(scopes);
    return [rule.scopesFor(request), rule.modelOf(request)];
  }

  private getProvider<T>(type: Type<T>): T {
    if (!this.providers.has(type)) this.providers.set(type, this.moduleRef.get(type, { strict: false }));
    return this.providers.get(type) as T;
  }
}

const roleError = (role: AccountRole) =>
  new AppError('forbidden', { message: `The role ${role} in this account does not allow that.` });

/** No dashboard token begins so. */
function isApiKey({ headers }: Request): boolean {
  return /^Bearer +of_(live|test)_/i.test(headers.authorization ?? '');
}

/** No other credential begins so. */
function isOperatorKey({ headers }: Request): boolean {
  return /^Bearer +of_ops_/i.test(headers.authorization ?? '');
}
