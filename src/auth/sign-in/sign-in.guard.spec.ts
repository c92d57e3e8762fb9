import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Throttle } from '@nestjs/throttler';
import { AttemptThrottlerStorage, MemoryAttemptLimits } from '../../admission/index.js';
import type { KnownBrowser, KnownBrowsers } from './known-browsers.js';
import { AddressThrottlerGuard, LoginThrottlerGuard } from './sign-in.guard.js';
import { REQUESTS, TOKEN_REQUESTS } from './sign-in-limits.js';
import { SignInRecord } from './sign-in-record.js';
import { SignInThrottle } from './throttles.js';

const refusal = {
  code: 'rate_limited',
  status: 429,
  headers: { 'Retry-After': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) },
};

class Routes {
  login(): void {}
  register(): void {}
  @Throttle({ requests: TOKEN_REQUESTS }) refresh(): void {}
}

/** The guards of one process. */
async function guards() {
  const limits = new MemoryAttemptLimits();
  const options = {
    throttlers: [{ name: REQUESTS.name, limit: REQUESTS.limit, ttl: REQUESTS.windowMs }],
    setHeaders: false,
  };
  const make = async <G extends AddressThrottlerGuard>(type: new (...parts: never[]) => G): Promise<G> => {
    const parts = [options, new AttemptThrottlerStorage(limits), new Reflector()];
    const guard = new type(...(parts as never[]));
    await guard.onModuleInit();
    return guard;
  };
  const [address, login] = [await make(AddressThrottlerGuard), await make(LoginThrottlerGuard)];
  const browsers: Pick<KnownBrowsers, 'find'> = {
    find: (request) => (request.headers['x-browser'] as unknown as KnownBrowser | undefined) ?? null,
  };
  Object.assign(login, { browsers });
  const ask = (route: keyof Routes, from: string, browser?: KnownBrowser) => {
    const request = { headers: { 'x-browser': browser }, socket: { remoteAddress: from } };
    const context = {
      getHandler: () => Routes.prototype[route],
      getClass: () => Routes,
      switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}) }),
    } as unknown as ExecutionContext;
    return (route === 'login' ? login : address).canActivate(context);
  };
  return { ask, throttle: new SignInThrottle(limits, new SignInRecord(limits)) };
}

it('lets an address sign in and register 100 times a minute each, and no other address is touched', async () => {
  const { ask } = await guards();
  for (let i = 0; i < 100; i++) await ask('login', '192.0.2.1');
  await expect(ask('login', '192.0.2.1')).rejects.toMatchObject(refusal);
  expect(await ask('register', '192.0.2.1')).toBe(true);
  expect(await ask('login', '192.0.2.2')).toBe(true);
});

it('counts an IPv6 address as its /64', async () => {
  const { ask } = await guards();
  for (let i = 0; i < 100; i++) await ask('register', `2001:db8::${i + 1}`);
  await expect(ask('register', '2001:db8::ffff')).rejects.toMatchObject(refusal);
  expect(await ask('register', '2001:db8:0:1::1')).toBe(true);
});

it('counts a known browser apart from its address', async () => {
  const { ask } = await guards();
  for (let i = 0; i < 100; i++) await ask('login', '192.0.2.1', { id: 'one', subject: 's' });
  await expect(ask('login', '192.0.2.1', { id: 'one', subject: 's' })).rejects.toMatchObject(refusal);
  expect(await ask('login', '192.0.2.1', { id: 'two', subject: 's' })).toBe(true);
  expect(await ask('login', '192.0.2.1')).toBe(true);
});

it('a known browser that signs in to another email spends its address’s requests as well', async () => {
  const { ask, throttle } = await guards();
  for (let i = 0; i < 99; i++) await throttle.countLoginOf('192.0.2.1');
  expect(await ask('login', '192.0.2.1')).toBe(true);
  await expect(throttle.countLoginOf('192.0.2.1')).rejects.toMatchObject(refusal);
});

it('lets an address use 600 tokens a minute', async () => {
  const { ask } = await guards();
  for (let i = 0; i < 600; i++) await ask('refresh', '192.0.2.1');
  await expect(ask('refresh', '192.0.2.1')).rejects.toMatchObject(refusal);
});
