import type { ArgumentsHost, CallHandler, ExecutionContext } from '@nestjs/common';
import { EMPTY } from 'rxjs';
import { AppError } from '../errors/index.js';
import { ErrorFilter } from '../http/index.js';
import { budgetHeaders } from './budget-headers.js';
import { RateLimitInterceptor } from './rate-limit.interceptor.js';

const BUDGET = budgetHeaders({ name: 'key', limit: 120, remaining: 7, resetSeconds: 0 });

/** A request whose guard counted it over these budget headers; undefined: over none. */
function exchange(budget: Record<string, string> | undefined) {
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
  const { headers, handle } = exchange(BUDGET);
  let seen: object = {};
  handle(() => (seen = { ...headers }));
  expect(seen).toEqual(BUDGET);
});

it('writes nothing for a request that was not counted', () => {
  const { headers, handle, fail } = exchange(undefined);
  handle();
  fail(new AppError('not_found'));
  expect(headers).toEqual({});
});

it('a refusal between the guard and the handler shows the budget all the same', () => {
  const { headers, fail } = exchange(BUDGET);
  fail(new AppError('payload_too_large'));
  expect(headers).toEqual(BUDGET);
});

it('a refusal by another budget shows that one', () => {
  const { headers, fail } = exchange(BUDGET);
  fail(new AppError('rate_limited', { headers: { 'X-RateLimit-Limit': '600' } }));
  expect(headers).toEqual({ ...BUDGET, 'X-RateLimit-Limit': '600' });
});

it('a credential that ended while its request waited is shown no budget any more', () => {
  const { headers, handle, fail } = exchange(BUDGET);
  handle();
  fail(new AppError('invalid_api_key', { headers: { 'WWW-Authenticate': 'Bearer' } }));
  expect(headers).toEqual({ 'WWW-Authenticate': 'Bearer' });
});
