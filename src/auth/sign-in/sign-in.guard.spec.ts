import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Throttle } from '@nestjs/throttler';
import { AttemptThrottlerStorage, MemoryAttemptLimits } from '../../admission/index.js';
import type { KnownBrowser, KnownBrowsers } from './known-browsers.js';
import { AddressThrottlerGuard, LoginThrottlerGuard } from './sign-in.guard.js';
import { SignInFailures } from './sign-in-failures.js';
import { REQUESTS, TOKEN_REQUESTS } from './sign-in-limits.js';
import { SignInThrottle } from './sign-in-throttle.js';

const rateLimited = {
  code: 'rate_limited',
  status: 429,
  headers: { 'Retry-After': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) },
};

class Routes {
  login(): void {}
  register(): void {}
  @Throttle({ requests: TOKEN_REQUESTS }) refresh(): void {}
}

async function createGuards() {
  const limits = new MemoryAttemptLimits();
  const options = {
    throttlers: [{ name: REQUESTS.name, limit: REQUESTS.limit, ttl: REQUESTS.windowMs }],
    setHeaders: false,
  };
  const create = async <G extends AddressThrottlerGuard>(
    type: new (...dependencies: never[]) => G,
  ): Promise<G> => {
    const dependencies = [options, new AttemptThrottlerStorage(limits), new Reflector()];
    const guard = new type(...(dependencies as never[]));
    await guard.onModuleInit();
    return guard;
  };
  const [address, login] = [await create(AddressThrottlerGuard), await create(LoginThrottlerGuard)];
  const browsers: Pick<KnownBrowsers, 'find'> = {
    find: (request) => (request.headers['x-browser'] as unknown as KnownBrowser | undefined) ?? null,
  };
  Object.assign(login, { browsers });
  const call = (route: keyof Routes, from: string, browser?: KnownBrowser) => {
    const request = { headers: { 'x-browser': browser }, socket: { remoteAddress: from } };
    const context = {
      getHandler: () => Routes.prototype[route],
      getClass: () => Routes,
      switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}) }),
    } as unknown as ExecutionContext;
    return (route === 'login' ? login : address).canActivate(context);
  };
  return { call, throttle: new SignInThrottle(limits, new SignInFailures(limits)) };
}

it('allows 100 sign-ins and 100 registrations per minute and address', async () => {
  const { call } = await createGuards();
  for (let i = 0; i < 100; i++) await call('login', '192.0.2.1');
  await expect(call('login', '192.0.2.1')).rejects.toMatchObject(rateLimited);
  expect(await call('register', '192.0.2.1')).toBe(true);
  expect(await call('login', '192.0.2.2')).toBe(true);
});

it('counts an IPv6 address as its /64', async () => {
  const { call } = await createGuards();
  for (let i = 0; i < 100; i++) await call('register', `2001:db8::${i + 1}`);
  await expect(call('register', '2001:db8::ffff')).rejects.toMatchObject(rateLimited);
  expect(await call('register', '2001:db8:0:1::1')).toBe(true);
});

it('counts a known browser separately from its address', async () => {
  const { call } = await createGuards();
  for (let i = 0; i < 100; i++) await call('login', '192.0.2.1', { id: 'one', subject: 's' });
  await expect(call('login', '192.0.2.1', { id: 'one', subject: 's' })).rejects.toMatchObject(rateLimited);
  expect(await call('login', '192.0.2.1', { id: 'two', subject: 's' })).toBe(true);
  expect(await call('login', '192.0.2.1')).toBe(true);
});

it('also counts the address of a known browser that signs in with another email', async () => {
  const { call, throttle } = await createGuards();
  for (let i = 0; i < 99; i++) await throttle.countLogin('192.0.2.1');
  expect(await call('login', '192.0.2.1')).toBe(true);
  await expect(throttle.countLogin('192.0.2.1')).rejects.toMatchObject(rateLimited);
});

it('allows 600 requests with tokens per minute and address', async () => {
  const { call } = await createGuards();
  for (let i = 0; i < 600; i++) await call('refresh', '192.0.2.1');
  await expect(call('refresh', '192.0.2.1')).rejects.toMatchObject(rateLimited);
});
