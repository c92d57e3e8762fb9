import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Admission, budgetHeaders } from '../admission/index.js';
import { AppError } from '../errors/index.js';
import {
  type AuthenticatedRequest,
  type DashboardPrincipal,
  hasBody,
  hasFileBody,
  readApiKeyBody,
  ROUTE_ACCESS,
  type RouteAccess,
  type Scope,
} from '../http/index.js';
import { DashboardAuthGuard } from './strategies/dashboard-auth.guard.js';
import { TokenFailures } from './tokens/token-failures.js';

/**
 * The one guard that decides who may call: it enforces what each route declares and refuses a route that declares
 * nothing. It stands before everything that looks at the request's content: no body is read before its credential is
 * judged.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  /** What routes name, looked up in the container once: on the way of every request that is too much. */
  private readonly named = new Map<Type, unknown>();

  constructor(
    private readonly reflector: Reflector,
    private readonly moduleRef: ModuleRef,
    private readonly admission: Admission,
    private readonly dashboardAuth: DashboardAuthGuard,
    private readonly tokenFailures: TokenFailures,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const places = [context.getHandler(), context.getClass()];
    const access = this.reflector.getAllAndOverride<RouteAccess | undefined>(ROUTE_ACCESS, places);
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    switch (access?.kind) {
      case 'public':
        if (access.identifies) await this.dashboardAuth.canActivate(context);
        return true;
      case 'dashboard': {
        const person = await this.admitPerson(context, access.role);
        if (access.counted) {
          const budget = await this.admission.admitAccount(request, person.accountId);
          request.budgetHeaders = budgetHeaders(budget);
        }
        return true;
      }
      case 'api-key': {
        // The scopes may depend on what the body asks for.
        if (hasBody(request) && !hasFileBody(context)) await this.readBody(request);
        const meanwhile = () => this.lookAhead(access, request);
        const scopes = this.scopesOf(access, request);
        const { principal, budget } = await this.admission.admit(request, scopes, meanwhile);
        request.principal = principal;
        request.budgetHeaders = budgetHeaders(budget);
        return true;
      }
      case undefined:
        throw new Error(
          `${context.getClass().name}.${context.getHandler().name} does not declare who may call it`,
        );
    }
  }

  private async readBody(request: Request): Promise<void> {
    const hash = await this.admission.readSecret(request);
    await readApiKeyBody(request, () => this.admission.verifyKey(request, hash));
  }

  private async admitPerson(context: ExecutionContext, role: 'user' | 'admin'): Promise<DashboardPrincipal> {
    await this.dashboardAuth.canActivate(context);
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const person = request.principal;
    if (person?.kind !== 'dashboard')
      throw await this.tokenFailures.unauthorizedError(request, 'invalid_token');
    if (role === 'admin' && person.role !== 'admin') throw new AppError('forbidden');
    return person;
  }

  private lookAhead({ lookAhead }: RouteAccess & { kind: 'api-key' }, request: Request): void {
    if (lookAhead) this.find(lookAhead).begin(request);
  }

  private scopesOf(access: RouteAccess & { kind: 'api-key' }, request: Request): readonly Scope[] {
    if (typeof access.scopes !== 'function') return access.scopes;
    return this.find(access.scopes).scopesFor(request);
  }

  private find<T>(type: Type<T>): T {
    if (!this.named.has(type)) this.named.set(type, this.moduleRef.get(type, { strict: false }));
    return this.named.get(type) as T;
  }
}
