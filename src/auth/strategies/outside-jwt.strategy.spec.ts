import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { type ExecutionContext, Logger } from '@nestjs/common';
import { SignJWT, UnsecuredJWT } from 'jose';
import type { AccountsService, Memberships, NewAccount } from '../../accounts/index.js';
import { SigningSecret } from '../../platform/config/index.js';
import type { Database, Transaction } from '../../platform/database/index.js';
import type { AuthenticatedRequest, DashboardPrincipal } from '../../platform/http/index.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import type { RefreshTokens } from '../tokens/refresh-tokens.js';
import { createDashboardAuthGuard, type DashboardAuthGuard } from './dashboard-auth.guard.js';
import { JwtStrategy } from './jwt.strategy.js';
import { OutsideJwtStrategy } from './outside-jwt.strategy.js';
import { OutsideUsers } from './outside-users.js';

const ISSUER = 'https://login.example.com/';
const AUDIENCE = 'offprint-api';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const p521 = generateKeyPairSync('ec', { namedCurve: 'P-521' });
const ed = generateKeyPairSync('ed25519');
const attacker = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid, use: 'sig' });

let provider: Server;
let fetches = 0;
let jwksUri: string;

beforeAll(async () => {
  const pairs = { rsa, ec, p384, p521, ed };
  const published = Object.entries(pairs).map(([kid, { publicKey }]) => jwk(publicKey, kid));
  const keys = JSON.stringify({ keys: published });
  provider = createServer((_request, response) => {
    fetches++;
    response.setHeader('content-type', 'application/json').end(keys);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  jwksUri = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/keys`;
});
afterAll(() => new Promise((resolve) => provider.close(resolve)));

const identifyBy = (guard: DashboardAuthGuard) => async (authorization?: string) => {
  const request = { headers: { authorization } } as AuthenticatedRequest;
  const http = { getRequest: () => request, getResponse: () => ({}) };
  await guard.canActivate({ switchToHttp: () => http } as unknown as ExecutionContext);
  return (request.principal ?? null) as DashboardPrincipal | null;
};

/** Creates both strategies on accounts in memory, with the same guarantee of one account per (issuer, subject). */
function createStrategies(uri = jwksUri) {
  const opened: NewAccount[] = [];
  const memberships = {
    findOutsideCaller: async (issuer: string, subject: string) => {
      const at = opened.findIndex((user) => user.issuer === issuer && user.subject === subject);
      if (at < 0) return null;
      const ids = { userId: `user-${at}`, accountId: `account-${at}` };
      return { kind: 'dashboard', ...ids, role: 'user', accountRole: 'owner', familyId: null };
    },
  } as unknown as Memberships;
  const accounts = {
    open: async (_tx: Transaction, user: NewAccount) => {
      if (opened.some((other) => other.subject === user.subject)) return null;
      opened.push(user);
      return { userId: '', accountId: '' };
    },
  } as unknown as AccountsService;
  const database = {
    transaction: (work: (tx: Transaction) => unknown) => work({} as Transaction),
  } as unknown as Database;
  const local = new JwtStrategy(new AccessTokens(new SigningSecret('s'.repeat(32))), {} as RefreshTokens);
  const outside = new OutsideJwtStrategy(
    { jwksUri: uri, issuer: ISSUER, audience: AUDIENCE },
    new OutsideUsers(accounts, memberships, database),
  );
  const find = identifyBy(createDashboardAuthGuard([local.name, outside.name]));
  const identify = (token: string) => find(`Bearer ${token}`);
  return { opened, identify };
}

interface Forgery {
  alg?: string;
  kid?: string;
  typ?: string;
  key?: KeyObject | Uint8Array;
  iss?: string;
  aud?: string | string[];
  sub?: unknown;
  email?: unknown;
  expiresIn?: number;
  notBeforeIn?: number;
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
}

async function token(given: Forgery = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims: Record<string, unknown> = {
    sub: 'sub' in given ? given.sub : 'user-1',
    email: given.email,
    iss: given.iss ?? ISSUER,
    aud: given.aud ?? AUDIENCE,
    iat: now,
    exp: now + (given.expiresIn ?? 600),
    nbf: now + (given.notBeforeIn ?? 0),
    ...given.claims,
  };
  const { alg = 'RS256', kid = 'rsa', typ = 'JWT', header = {} } = given;
  return new SignJWT(claims)
    .setProtectedHeader({ alg, kid, typ, ...header })
    .sign(given.key ?? rsa.privateKey);
}

describe('tokens of an outside identity provider', () => {
  it('open an account for a new subject and find it afterwards', async () => {
    const { identify, opened } = createStrategies();
    const first = await identify(await token({ email: ' Ada@Example.com' }));
    expect(first).toMatchObject({ kind: 'dashboard', userId: 'user-0', role: 'user', familyId: null });
    expect(await identify(await token())).toEqual(first);
    expect(await identify(await token({ sub: 'user-2' }))).toMatchObject({ userId: 'user-1' });
    expect(opened).toEqual([
      { issuer: ISSUER, subject: 'user-1', email: 'ada@example.com' },
      { issuer: ISSUER, subject: 'user-2', email: null },
    ]);
  });

  it('open one account for many concurrent first requests, and fetch the keys once', async () => {
    const { identify, opened } = createStrategies();
    fetches = 0;
    const signed = await token();
    const users = await Promise.all(Array.from({ length: 20 }, () => identify(signed)));
    expect(new Set(users.map((user) => user?.userId)).size).toBe(1);
    expect(opened).toHaveLength(1);
    expect(fetches).toBe(1);
  });

  it.each([
    ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'].map(
      (alg) => [alg, 'rsa', rsa.privateKey] as const,
    ),
    ['ES256', 'ec', ec.privateKey] as const,
    ['ES384', 'p384', p384.privateKey] as const,
    ['ES512', 'p521', p521.privateKey] as const,
  ])('are accepted when signed with %s', async (alg, kid, key) => {
    const { identify } = createStrategies();
    for (const typ of ['JWT', 'at+jwt', 'application/at+jwt'])
      expect(await identify(await token({ alg, kid, key, typ }))).not.toBeNull();
  });

  it('are accepted with a number as subject, which is the same user as its digits', async () => {
    const { identify, opened } = createStrategies();
    expect(await identify(await token({ sub: 42 }))).not.toBeNull();
    expect(await identify(await token({ sub: '42' }))).not.toBeNull();
    expect(opened.map(({ subject }) => subject)).toEqual(['42']);
  });

  it.each([
    ['at_hash', { at_hash: 'x' }, false],
    ['c_hash', { c_hash: 'x', scope: 'openid' }, false],
    ['nonce', { nonce: 'x' }, false],
    ['token_use', { token_use: 'id' }, false],
    ['typ ID', { typ: 'ID', scope: 'openid' }, false],
    ['typ Refresh', { typ: 'Refresh' }, false],
    ['typ Bearer with a nonce', { typ: 'Bearer', nonce: 'x' }, true],
    ['scp with a nonce', { scp: ['a'], nonce: 'x' }, true],
    ['token_use access', { token_use: 'access' }, true],
    ['auth_time', { auth_time: 1 }, true],
  ])('are access tokens, not ID tokens: %s', async (_name, claims, isAccepted) => {
    const { identify } = createStrategies();
    expect((await identify(await token({ claims }))) !== null).toBe(isAccepted);
  });

  it('that are rejected have a reason in the log, once a minute each, without the token', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const { identify } = createStrategies();
    const rejected = [
      await token({ iss: 'https://login.example.com' }),
      await token({ alg: 'EdDSA', kid: 'ed', key: ed.privateKey }),
      await token({ kid: 'unknown' }),
      await token({ aud: 'another-api' }),
      await token({ sub: undefined }),
      await token({ claims: { at_hash: 'x' } }),
    ];
    for (const one of [...rejected, ...rejected]) expect(await identify(one)).toBeNull();
    // Keys that were not fetched in time are another line.
    const lines = warn.mock.calls
      .filter(([, message]) => message === 'a token was rejected')
      .map(([{ reason }]) => reason as string);
    warn.mockRestore();
    expect(lines).toEqual([
      'iss is "https://login.example.com", AUTH_ISSUER is "https://login.example.com/": both must be equal',
      expect.stringMatching(/^alg is "EdDSA", which is not one of RS256, /),
      'no published key fits kid "unknown"',
      'jwt audience invalid. expected: offprint-api',
      expect.stringMatching(/^exp is \d+ and sub is none: both are needed$/),
      'it is an ID token or another token that is no access token',
    ]);
    for (const one of rejected) expect(lines.join()).not.toContain(one.split('.')[2]);
  });

  it('are rejected for any invalid part, and open no account', async () => {
    const { identify, opened } = createStrategies();
    const pem = new TextEncoder().encode(rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString());
    const good = await token();
    const cases: Record<string, string> = {
      attacker: await token({ key: attacker.privateKey }),
      'unknown kid': await token({ kid: 'unknown', key: attacker.privateKey }),
      'own jwk': await token({ key: attacker.privateKey, header: { jwk: jwk(attacker.publicKey, 'rsa') } }),
      'own jku': await token({ key: attacker.privateKey, header: { jku: 'http://127.0.0.1:1/' } }),
      'algorithm confusion': await token({ alg: 'HS256', key: pem }),
      'EdDSA is not on the list': await token({ alg: 'EdDSA', kid: 'ed', key: ed.privateKey }),
      'number that is not exact': await token({ sub: 2 ** 60 }),
      fraction: await token({ sub: 1.5 }),
      none: new UnsecuredJWT({ sub: 'user-1', aud: AUDIENCE, iss: ISSUER }).setExpirationTime('5m').encode(),
      audience: await token({ aud: 'another-api' }),
      'audience list': await token({ aud: ['a', 'b'] }),
      expired: await token({ expiresIn: -60 }),
      'not yet': await token({ notBeforeIn: 120 }),
      'logout token': await token({ typ: 'logout+jwt' }),
      'no subject': await token({ sub: undefined }),
      'empty subject': await token({ sub: '' }),
      'NUL subject': await token({ sub: 'a\0b' }),
      'surrogate subject': await token({ sub: 'a\ud800' }),
      'long subject': await token({ sub: 'x'.repeat(256) }),
      'subject list': await token({ sub: ['user-1'] }),
      truncated: good.slice(0, -3),
      'our issuer': await token({ iss: 'offprint' }),
      'unknown issuer': await token({ iss: 'https://login.example.com' }),
    };
    const accepted: string[] = [];
    for (const [name, forged] of Object.entries(cases)) if (await identify(forged)) accepted.push(name);
    expect(accepted).toEqual([]);
    expect(opened).toEqual([]);
  });

  it('get a 503 while the keys of the provider cannot be fetched', async () => {
    const { identify } = createStrategies('http://127.0.0.1:1/keys');
    await expect(identify(await token())).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('store no invalid email', async () => {
    const { identify, opened } = createStrategies();
    for (const email of [
      'unknown',
      7,
      `${'a'.repeat(250)}@example.com`,
      'a\0@example.com',
      ['ada@example.com'],
    ]) {
      await identify(await token({ sub: `user ${opened.length}`, email }));
    }
    expect(opened.map((user) => user.email)).toEqual([null, null, null, null, null]);
  });
});
