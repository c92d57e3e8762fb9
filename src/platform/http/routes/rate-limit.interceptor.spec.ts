import 'reflect-metadata';
import type { ArgumentsHost, CallHandler, ExecutionContext } from '@nestjs/common';
import { INTERCEPTORS_METADATA } from '@nestjs/common/constants.js';
import { EMPTY } from 'rxjs';
import { AppError } from '../../errors/index.js';
import { ErrorFilter } from '../server/error.filter.js';
import { RateLimitInterceptor } from './rate-limit.interceptor.js';
import { ApiKeyRoute, CountedDashboardRoute, DashboardRoute, PublicRoute } from './route-access.js';

const BUDGET = { 'X-RateLimit-Limit': '120', RateLimit: '"key";r=7;t=0' };

function createExchange(budget: Record<string, string> | undefined) {
  const headers: Record<string, string> = {};
  const response = {
    headersSent: false,
    setHeader: (name: string, value: string) => (headers[name] = value),
    removeHeader: (name: string) => Reflect.deleteProperty(headers, name),
    status: () => response,
    json: () => response,
  };
  const http = { getRequest: () => ({ id: 'r', budgetHeaders: budget }), getResponse: () => response };
  const host = { switchToHttp: () => http } as unknown as ArgumentsHost & ExecutionContext;
  const handle = (handler: () => void = () => {}) => {
    const next: CallHandler = { handle: () => (handler(), EMPTY) };
    new RateLimitInterceptor().intercept(host, next);
  };
  const fail = (error: Error) => new ErrorFilter().catch(error, host);
  return { headers, handle, fail };
}

it('writes the budget before the handler runs, which may send the response itself', () => {
  const { headers, handle } = createExchange(BUDGET);
  let seen: object = {};
  handle(() => (seen = { ...headers }));
  expect(seen).toEqual(BUDGET);
});

it('writes nothing for a request that was not counted', () => {
  const { headers, handle, fail } = createExchange(undefined);
  handle();
  fail(new AppError('not_found'));
  expect(headers).toEqual({});
});

it('writes the budget for an error between the guard and the handler', () => {
  const { headers, fail } = createExchange(BUDGET);
  fail(new AppError('payload_too_large'));
  expect(headers).toEqual(BUDGET);
});

it('writes the headers of the budget that caused a 429', () => {
  const { headers, fail } = createExchange(BUDGET);
  fail(new AppError('rate_limited', { headers: { 'X-RateLimit-Limit': '600' } }));
  expect(headers).toEqual({ ...BUDGET, 'X-RateLimit-Limit': '600' });
});

it('removes the budget when the credential ended while its request waited', () => {
  const { headers, handle, fail } = createExchange(BUDGET);
  handle();
  fail(new AppError('invalid_api_key', { headers: { 'WWW-Authenticate': 'Bearer' } }));
  expect(headers).toEqual({ 'WWW-Authenticate': 'Bearer' });
});

it('is applied to the routes that count a request in a budget, and to no others', () => {
  class Routes {
    @ApiKeyRoute(['read']) key(): void {}
    @CountedDashboardRoute() counted(): void {}
    @DashboardRoute() signedIn(): void {}
    @PublicRoute() open(): void {}
  }
  const interceptorsOf = (name: keyof Routes): unknown =>
    Reflect.getMetadata(INTERCEPTORS_METADATA, Routes.prototype[name]);
  expect(interceptorsOf('key')).toEqual([RateLimitInterceptor]);
  expect(interceptorsOf('counted')).toEqual([RateLimitInterceptor]);
  expect(interceptorsOf('signedIn')).toBeUndefined();
  expect(interceptorsOf('open')).toBeUndefined();
});
