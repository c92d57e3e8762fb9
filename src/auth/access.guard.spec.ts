import type { ExecutionContext } from '@nestjs/common';
import { type ModuleRef, Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Suspensions } from '../accounts/index.js';
import { type Admission, type BudgetState, FailedAuthThrottle } from '../admission/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  ACCOUNT_ROLES,
  type AccountRole,
  ApiKeyOrDashboardRoute,
  ApiKeyRoute,
  type AuthenticatedRequest,
  CountedDashboardRoute,
  DashboardRoute,
  OperatorRoute,
  type OperatorScope,
  PublicRoute,
  type Scope,
  ScopeRule,
} from '../platform/http/index.js';
import { AccessGuard } from './access.guard.js';
import { DashboardAuthGuard } from './strategies/dashboard-auth.guard.js';
import { TokenFailures } from './tokens/token-failures.js';

const BUDGET: BudgetState = { name: 'key', limit: 120, remaining: 7, resetSeconds: 0 };

class ByModel extends ScopeRule {
  scopesFor(request: Request): readonly Scope[] {
    return request.headers['x-model'] === 'image' ? ['generate:image'] : ['write'];
  }
}

@DashboardRoute()
class Routes {
  user(): void {}
  @DashboardRoute('admin') admin(): void {}
  @OperatorRoute('accounts:read') operator(): void {}
  @CountedDashboardRoute() counted(): void {}
  @CountedDashboardRoute({ activeOnly: false }) paying(): void {}
  @DashboardRoute('user', { activeOnly: true }) active(): void {}
  @ApiKeyOrDashboardRoute(['read'], { allow: 'read' }) either(): void {}
  @DashboardRoute('user', { allow: 'read' }) reading(): void {}
  @CountedDashboardRoute({ allow: 'generate' }) generating(): void {}
  @PublicRoute() open(): void {}
  @PublicRoute({ identifies: true }) known(): void {}
  @ApiKeyRoute(['read']) key(): void {}
  @ApiKeyRoute(ByModel) model(): void {}
}

class Undeclared {
  route(): void {}
}

/** Fakes identification and admission, so that the tests show the guard's own decisions. */
function createGuard(role: 'user' | 'admin' | null, accountRole: AccountRole = 'owner') {
  const requiredScopes: (readonly Scope[])[] = [];
  const counted: string[] = [];
  const activeOnly: boolean[] = [];
  const operatorScopes: (OperatorScope | undefined)[] = [];
  const caller = { role, isSuspended: false };
  class Identify extends DashboardAuthGuard {
    async canActivate(context: ExecutionContext): Promise<boolean> {
      const { role } = caller;
      const user = role && {
        kind: 'dashboard' as const,
        userId: 'u',
        accountId: 'a',
        role,
        accountRole,
        familyId: null,
      };
      context.switchToHttp().getRequest<AuthenticatedRequest>().principal = user ?? undefined;
      return true;
    }
  }
  const admission = {
    admit: async (_request: unknown, scopes: readonly Scope[]) => {
      requiredScopes.push(scopes);
      return { principal: { kind: 'api-key', keyId: 'k' }, budget: BUDGET };
    },
    admitAccount: async (_request: unknown, accountId: string, { isActiveOnly = false }) => {
      activeOnly.push(isActiveOnly);
      if (counted.length >= 1) throw new AppError('rate_limited');
      counted.push(accountId);
      return { ...BUDGET, name: 'account' };
    },
    admitOperator: async (_request: unknown, scope: OperatorScope | undefined) => {
      operatorScopes.push(scope);
      if (scope === undefined) throw new AppError('forbidden');
      return { principal: { kind: 'operator-key', keyId: 'o', scopes: [scope] }, budget: BUDGET };
    },
  } as unknown as Admission;
  const rules = { get: (type: new () => object) => new type() } as unknown as ModuleRef;
  const suspensions = { isSuspended: async () => caller.isSuspended } as unknown as Suspensions;
  const failures = new TokenFailures(new FailedAuthThrottle());
  const guard = new AccessGuard(new Reflector(), rules, admission, new Identify(), failures, suspensions);
  const call = async (
    type: typeof Routes | typeof Undeclared,
    method: string,
    headers: Request['headers'] = {},
  ) => {
    const request = { headers, socket: { remoteAddress: '192.0.2.1' } } as AuthenticatedRequest;
    const handler = (type.prototype as unknown as Record<string, () => void>)[method]!;
    const context = {
      getHandler: () => handler,
      getClass: () => type,
      switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}) }),
    } as unknown as ExecutionContext;
    await guard.canActivate(context);
    return request.principal;
  };
  return { call, requiredScopes, counted, activeOnly, operatorScopes, caller };
}

describe('AccessGuard', () => {
  it('allows every caller on a public route and identifies none', async () => {
    expect(await createGuard(null).call(Routes, 'open')).toBeUndefined();
    expect(await createGuard('user').call(Routes, 'open')).toBeUndefined();
  });

  it('allows every caller on a public route that identifies users', async () => {
    expect(await createGuard('user').call(Routes, 'known')).toMatchObject({ userId: 'u' });
    expect(await createGuard(null).call(Routes, 'known')).toBeUndefined();
  });

  it('rejects every caller on a route that declares nothing', async () => {
    await expect(createGuard('admin').call(Undeclared, 'route')).rejects.toThrow(
      'Undeclared.route does not declare',
    );
  });

  it('allows only signed-in users on a dashboard route (401)', async () => {
    expect(await createGuard('user').call(Routes, 'user')).toMatchObject({ kind: 'dashboard', userId: 'u' });
    await expect(createGuard(null).call(Routes, 'user')).rejects.toMatchObject({
      code: 'invalid_token',
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  });

  it('allows only administrators on an administrator’s route (403)', async () => {
    expect(await createGuard('admin').call(Routes, 'admin')).toMatchObject({ role: 'admin' });
    await expect(createGuard('user').call(Routes, 'admin')).rejects.toMatchObject({
      code: 'forbidden',
      status: 403,
    });
    await expect(createGuard(null).call(Routes, 'admin')).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('allows operator keys only where an administrator may call and the route names a scope', async () => {
    const { call, operatorScopes } = createGuard(null);
    const headers = { authorization: 'Bearer of_ops_1' };
    expect(await call(Routes, 'operator', headers)).toMatchObject({ kind: 'operator-key', keyId: 'o' });
    await expect(call(Routes, 'admin', headers)).rejects.toMatchObject({ code: 'forbidden' });
    expect(operatorScopes).toEqual(['accounts:read', undefined]);
    for (const route of ['user', 'counted', 'active', 'either'])
      await expect(call(Routes, route, headers)).rejects.toMatchObject({ code: 'invalid_token' });
    expect(await createGuard('admin').call(Routes, 'operator')).toMatchObject({ kind: 'dashboard' });
    expect(operatorScopes).toHaveLength(2);
  });

  it('allows only members whose role has the permission of the route (403), before it counts them', async () => {
    const allowed = async (method: string) => {
      const roles: AccountRole[] = [];
      for (const role of ACCOUNT_ROLES) {
        const { call, counted } = createGuard('user', role);
        const called = await call(Routes, method).catch((error: AppError) => error);
        if (!(called instanceof AppError)) roles.push(role);
        else expect([called.code, called.status, counted]).toEqual(['forbidden', 403, []]);
      }
      return roles;
    };
    expect(await allowed('reading')).toEqual(ACCOUNT_ROLES);
    expect(await allowed('generating')).toEqual(['owner', 'admin', 'developer']);
    expect(await allowed('either')).toEqual(ACCOUNT_ROLES);
    // A route that names no permission.
    expect(await allowed('user')).toEqual(['owner', 'admin']);
    expect(await allowed('counted')).toEqual(['owner', 'admin']);
  });

  it('allows administrators of the installation whatever their role in the account', async () => {
    expect(await createGuard('admin', 'viewer').call(Routes, 'admin')).toMatchObject({ role: 'admin' });
    await expect(createGuard('admin', 'viewer').call(Routes, 'generating')).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('counts users only on counted routes, after identification, and rejects beyond the limit (429)', async () => {
    const { call, counted } = createGuard('user');
    await call(Routes, 'user');
    expect(counted).toEqual([]);
    expect(await call(Routes, 'counted')).toMatchObject({ kind: 'dashboard' });
    expect(counted).toEqual(['a']);
    await expect(call(Routes, 'counted')).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    const anonymous = createGuard(null);
    await expect(anonymous.call(Routes, 'counted')).rejects.toMatchObject({ code: 'invalid_token' });
    expect(anonymous.counted).toEqual([]);
  });

  it('rejects users of suspended accounts only where the route declares it (403)', async () => {
    const { call, caller, activeOnly } = createGuard('user');
    expect(await call(Routes, 'active')).toMatchObject({ userId: 'u' });
    caller.isSuspended = true;
    await expect(call(Routes, 'active')).rejects.toMatchObject({ code: 'account_suspended', status: 403 });
    expect(await call(Routes, 'user')).toMatchObject({ userId: 'u' });
    // Of counted requests, admission decides.
    await call(Routes, 'counted');
    await call(Routes, 'either').catch(() => undefined);
    await call(Routes, 'paying').catch(() => undefined);
    expect(activeOnly).toEqual([true, false, false]);
  });

  it('requires an API key from signed-in users too, with the scopes of the route or its rule', async () => {
    const { call, requiredScopes } = createGuard('admin');
    expect(await call(Routes, 'key')).toMatchObject({ kind: 'api-key' });
    await call(Routes, 'model', { 'x-model': 'image' });
    await call(Routes, 'model');
    expect(requiredScopes).toEqual([['read'], ['generate:image'], ['write']]);
  });

  it('answers 429 instead of 401 after 600 failures of an address within a minute, and still admits a valid token', async () => {
    const { call, caller } = createGuard(null);
    const codes = new Set<string>();
    for (let i = 0; i < 600; i++) await call(Routes, 'user').catch((error) => codes.add(error.code));
    expect([...codes]).toEqual(['invalid_token']);
    await expect(call(Routes, 'user')).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
    });
    caller.role = 'user';
    expect(await call(Routes, 'user')).toMatchObject({ userId: 'u' });
  });
});
