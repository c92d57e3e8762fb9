import type { ExecutionContext } from '@nestjs/common';
import { type ModuleRef, Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { type Admission, type BudgetState, FailedAuthThrottle } from '../admission/index.js';
import { AppError } from '../errors/index.js';
import {
  ApiKeyRoute,
  type AuthenticatedRequest,
  CountedDashboardRoute,
  DashboardRoute,
  LookAhead,
  PublicRoute,
  type Scope,
  ScopeRule,
} from '../http/index.js';
import { AccessGuard } from './access.guard.js';
import { DashboardAuthGuard } from './strategies/dashboard-auth.guard.js';
import { TokenFailures } from './tokens/token-failures.js';

const BUDGET: BudgetState = { name: 'key', limit: 120, remaining: 7, resetSeconds: 0 };

class ByModel extends ScopeRule {
  scopesFor(request: Request): readonly Scope[] {
    return request.headers['x-model'] === 'image' ? ['generate:image'] : ['write'];
  }
}

class Ahead extends LookAhead {
  begin(request: Request): void {
    request.headers['x-looked-ahead'] = 'yes';
  }
}

@DashboardRoute()
class Routes {
  person(): void {}
  @DashboardRoute('admin') admin(): void {}
  @CountedDashboardRoute() counted(): void {}
  @PublicRoute() open(): void {}
  @PublicRoute({ identifies: true }) known(): void {}
  @ApiKeyRoute(['read']) key(): void {}
  @ApiKeyRoute(ByModel) model(): void {}
  @ApiKeyRoute(['read'], Ahead) ahead(): void {}
}

class Silent {
  route(): void {}
}

/** Answers as given, so that what is tested is the guard's own decision. */
function makeGuard(role: 'user' | 'admin' | null) {
  const asked: (readonly Scope[])[] = [];
  const counted: string[] = [];
  const caller = { role };
  class Identify extends DashboardAuthGuard {
    async canActivate(context: ExecutionContext): Promise<boolean> {
      const { role } = caller;
      const person = role && {
        kind: 'dashboard' as const,
        userId: 'u',
        accountId: 'a',
        role,
        familyId: null,
      };
      context.switchToHttp().getRequest<AuthenticatedRequest>().principal = person ?? undefined;
      return true;
    }
  }
  const admission = {
    admit: async (_request: unknown, scopes: readonly Scope[], meanwhile: () => void) => {
      asked.push(scopes);
      meanwhile();
      return { principal: { kind: 'api-key', keyId: 'k' }, budget: BUDGET };
    },
    admitAccount: async (_request: unknown, accountId: string) => {
      if (counted.length >= 1) throw new AppError('rate_limited');
      counted.push(accountId);
      return { ...BUDGET, name: 'account' };
    },
  } as unknown as Admission;
  const rules = { get: (type: new () => object) => new type() } as unknown as ModuleRef;
  const refusal = new TokenFailures(new FailedAuthThrottle());
  const guard = new AccessGuard(new Reflector(), rules, admission, new Identify(), refusal);
  const ask = async (
    type: typeof Routes | typeof Silent,
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
  return { ask, asked, counted, caller };
}

describe('AccessGuard', () => {
  it('lets anyone call a public route, and knows nobody there', async () => {
    expect(await makeGuard(null).ask(Routes, 'open')).toBeUndefined();
    expect(await makeGuard('user').ask(Routes, 'open')).toBeUndefined();
  });

  it('lets anyone call a public route that wants to know a signed-in person', async () => {
    expect(await makeGuard('user').ask(Routes, 'known')).toMatchObject({ userId: 'u' });
    expect(await makeGuard(null).ask(Routes, 'known')).toBeUndefined();
  });

  it('refuses a route that declares nothing, whoever calls', async () => {
    await expect(makeGuard('admin').ask(Silent, 'route')).rejects.toThrow('Silent.route does not declare');
  });

  it('lets a signed-in person call a dashboard route, and nobody else (401)', async () => {
    expect(await makeGuard('user').ask(Routes, 'person')).toMatchObject({ kind: 'dashboard', userId: 'u' });
    await expect(makeGuard(null).ask(Routes, 'person')).rejects.toMatchObject({
      code: 'invalid_token',
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  });

  it('lets only an administrator call an administrator’s route (403)', async () => {
    expect(await makeGuard('admin').ask(Routes, 'admin')).toMatchObject({ role: 'admin' });
    await expect(makeGuard('user').ask(Routes, 'admin')).rejects.toMatchObject({
      code: 'forbidden',
      status: 403,
    });
    await expect(makeGuard(null).ask(Routes, 'admin')).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('counts a person only where the route says so, after knowing them, and refuses beyond the limit (429)', async () => {
    const { ask, counted } = makeGuard('user');
    await ask(Routes, 'person');
    expect(counted).toEqual([]);
    expect(await ask(Routes, 'counted')).toMatchObject({ kind: 'dashboard' });
    expect(counted).toEqual(['a']);
    await expect(ask(Routes, 'counted')).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    const nobody = makeGuard(null);
    await expect(nobody.ask(Routes, 'counted')).rejects.toMatchObject({ code: 'invalid_token' });
    expect(nobody.counted).toEqual([]);
  });

  it('never takes a signed-in person for an API key: it asks for the scopes the route or its rule names', async () => {
    const { ask, asked } = makeGuard('admin');
    expect(await ask(Routes, 'key')).toMatchObject({ kind: 'api-key' });
    await ask(Routes, 'model', { 'x-model': 'image' });
    await ask(Routes, 'model');
    expect(asked).toEqual([['read'], ['generate:image'], ['write']]);
  });

  it('has a route’s look ahead begun by whoever admits, and none where the route names none', async () => {
    const { ask } = makeGuard(null);
    const headers: Request['headers'] = {};
    await ask(Routes, 'key', headers);
    expect(headers).toEqual({});
    await ask(Routes, 'ahead', headers);
    expect(headers).toEqual({ 'x-looked-ahead': 'yes' });
  });

  it('answers 429 instead of 401 once an address had its failures of a minute, and still lets a person in', async () => {
    const { ask, caller } = makeGuard(null);
    const codes = new Set<string>();
    for (let i = 0; i < 600; i++) await ask(Routes, 'person').catch((error) => codes.add(error.code));
    expect([...codes]).toEqual(['invalid_token']);
    await expect(ask(Routes, 'person')).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
    });
    caller.role = 'user';
    expect(await ask(Routes, 'person')).toMatchObject({ userId: 'u' });
  });
});
