import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { ExecutionContext } from '@nestjs/common';
import { SignJWT } from 'jose';
import { SigningSecret } from '../../platform/config/index.js';
import type { AuthenticatedRequest, DashboardPrincipal } from '../../platform/http/index.js';
import { createDashboardAuthGuard, type DashboardAuthGuard } from '../strategies/dashboard-auth.guard.js';
import { JwtStrategy } from '../strategies/jwt.strategy.js';
import { AccessTokens } from './access-tokens.js';
import type { RefreshTokens } from './refresh-tokens.js';

const USER = '0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f';
const FAMILY = '0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e10';
const tokens = new AccessTokens(new SigningSecret('s'.repeat(32)));
const activeFamilies = new Set([FAMILY]);
const signIns = {
  findCaller: async (userId: string, familyId: string) =>
    activeFamilies.has(familyId)
      ? { kind: 'dashboard', userId, accountId: 'a', role: 'user', familyId }
      : null,
} as unknown as RefreshTokens;
const identifyBy = (guard: DashboardAuthGuard) => async (authorization?: string) => {
  const request = { headers: { authorization } } as AuthenticatedRequest;
  const http = { getRequest: () => request, getResponse: () => ({}) };
  await guard.canActivate({ switchToHttp: () => http } as unknown as ExecutionContext);
  return (request.principal ?? null) as DashboardPrincipal | null;
};
const identifyWith = (accessTokens: AccessTokens) =>
  identifyBy(createDashboardAuthGuard([new JwtStrategy(accessTokens, signIns).name]));
const identify = identifyWith(tokens);
const b64 = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);

const header = { alg: 'HS256', typ: 'at+jwt' };
const claims = () => ({
  sub: USER,
  sid: FAMILY,
  iss: 'offprint',
  aud: 'offprint-dashboard',
  iat: now(),
  exp: now() + 900,
});

/** Signs any header and claims, also invalid ones. */
function forge(
  head: object,
  body: object,
  key: Buffer | KeyObject | string = tokens.key,
  hash = 'sha256',
): string {
  const signed = `${b64(head)}.${b64(body)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

async function expectRejected(cases: Record<string, string>): Promise<void> {
  const accepted: string[] = [];
  for (const [name, token] of Object.entries(cases))
    if (await identify(`Bearer ${token}`)) accepted.push(name);
  expect(accepted).toEqual([]);
}

describe('access tokens', () => {
  it('identify their user and sign-in for 15 minutes', async () => {
    const { accessToken, expiresIn } = tokens.issue(USER, FAMILY);
    expect(expiresIn).toBe(900);
    const [head, body] = accessToken
      .split('.', 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(head).toEqual(header);
    expect(body).toEqual({ ...claims(), iat: body.iat, exp: body.iat + 900 });
    expect(await identify(`Bearer ${accessToken}`)).toMatchObject({ userId: USER, familyId: FAMILY });
    expect(await identify(`bearer ${accessToken}`)).not.toBeNull();
  });

  it('are accepted when forged with the right key and claims, so the rejections below are meaningful', async () => {
    expect(await identify(`Bearer ${forge(header, claims())}`)).not.toBeNull();
  });

  it('are rejected after their sign-in has ended', async () => {
    await expectRejected({ ended: forge(header, { ...claims(), sid: USER }) });
  });

  it('are rejected without an algorithm, in any spelling', async () => {
    const cases: Record<string, string> = {};
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', undefined, null, ['HS256'], 0]) {
      const signed = forge({ ...header, alg }, claims());
      cases[`${String(alg)}, signed`] = signed;
      cases[`${String(alg)}, unsigned`] = `${b64({ ...header, alg })}.${b64(claims())}.`;
      cases[`${String(alg)}, no third part`] = `${b64({ ...header, alg })}.${b64(claims())}`;
    }
    await expectRejected(cases);
  });

  it('are rejected with another algorithm, including algorithm confusion', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    await expectRejected({
      HS384: forge({ ...header, alg: 'HS384' }, claims(), tokens.key, 'sha384'),
      HS512: forge({ ...header, alg: 'HS512' }, claims(), tokens.key, 'sha512'),
      'lower case': forge({ ...header, alg: 'hs256' }, claims()),
      'public key as HMAC secret': forge(header, claims(), pem),
      RS256: await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' }).sign(privateKey),
    });
  });

  it('are rejected when signed with another secret', async () => {
    await expectRejected({
      other: forge(header, claims(), Buffer.alloc(32, 7)),
      empty: forge(header, claims(), ''),
      'the secret itself instead of its derived key': forge(header, claims(), 's'.repeat(32)),
      'another purpose': forge(header, claims(), new SigningSecret('s'.repeat(32)).derive('asset-links')),
    });
  });

  it('are rejected for another issuer, audience or type', async () => {
    await expectRejected({
      iss: forge(header, { ...claims(), iss: 'https://evil.example' }),
      'no iss': forge(header, { ...claims(), iss: undefined }),
      'iss list': forge(header, { ...claims(), iss: ['offprint'] }),
      aud: forge(header, { ...claims(), aud: 'offprint' }),
      'no aud': forge(header, { ...claims(), aud: undefined }),
      'aud list of others': forge(header, { ...claims(), aud: ['a', 'b'] }),
      'typ JWT': forge({ ...header, typ: 'JWT' }, claims()),
      'typ refresh': forge({ ...header, typ: 'rt+jwt' }, claims()),
      'no typ': forge({ alg: 'HS256' }, claims()),
      'typ list': forge({ ...header, typ: ['at+jwt'] }, claims()),
    });
  });

  it('are rejected when expired, not yet valid, or without expiry', async () => {
    await expectRejected({
      expired: forge(header, { ...claims(), exp: now() - 60 }),
      'no exp': forge(header, { ...claims(), exp: undefined }),
      'exp as text': forge(header, { ...claims(), exp: String(now() + 900) }),
      'nbf ahead': forge(header, { ...claims(), nbf: now() + 60 }),
      'nbf as text': forge(header, { ...claims(), nbf: '0' }),
    });
  });

  it('are rejected with claims that are no UUIDs', async () => {
    await expectRejected({
      'no sub': forge(header, { ...claims(), sub: undefined }),
      'sub text': forge(header, { ...claims(), sub: "' or true --" }),
      'sub object': forge(header, { ...claims(), sub: { $ne: null } }),
      'no sid': forge(header, { ...claims(), sid: undefined }),
      'sid list': forge(header, { ...claims(), sid: [FAMILY] }),
      'claims list': forge(header, [claims()]),
    });
  });

  it('do not choose their own key: jwk, jku, x5u and kid are ignored, crit is rejected', async () => {
    const own = Buffer.alloc(32, 9);
    const jwk = { kty: 'oct', k: own.toString('base64url') };
    await expectRejected({
      jwk: forge({ ...header, jwk }, claims(), own),
      jku: forge({ ...header, jku: 'http://127.0.0.1:1/keys' }, claims(), own),
      x5u: forge({ ...header, x5u: 'http://127.0.0.1:1/cert' }, claims(), own),
      'kid path': forge({ ...header, kid: '/dev/null' }, claims(), ''),
      crit: forge({ ...header, crit: ['exp'] }, claims()),
      'crit b64': forge({ ...header, crit: ['b64'], b64: false }, claims()),
    });
    expect(await identify(`Bearer ${forge({ ...header, jwk, kid: 'x' }, claims())}`)).not.toBeNull();
  });

  it('are rejected with any part truncated, changed or swapped', async () => {
    const { accessToken } = tokens.issue(USER, FAMILY);
    const [head = '', body = '', signature = ''] = accessToken.split('.');
    const cases: Record<string, string> = {
      'other body': `${head}.${b64({ ...claims(), sub: FAMILY })}.${signature}`,
      'other header': `${b64({ ...header, kid: '1' })}.${body}.${signature}`,
      'not JSON': `${head}.${b64('{')}.${signature}`,
      'four parts': `${accessToken}.${signature}`,
      padded: `${accessToken}==`,
      'an API key': `of_live_${'0'.repeat(48)}`,
      long: `${head}.${'A'.repeat(20_000)}.${signature}`,
    };
    for (let cut = 1; cut < accessToken.length; cut += 11) cases[`cut ${cut}`] = accessToken.slice(0, -cut);
    await expectRejected(cases);
  });

  it('are only read from a bearer header', async () => {
    const { accessToken } = tokens.issue(USER, FAMILY);
    const headers = [
      undefined,
      '',
      accessToken,
      `Basic ${accessToken}`,
      `Bearer`,
      `Bearer ${accessToken} x`,
      `Bearer, ${accessToken}`,
    ];
    for (const value of headers) expect(await identify(value)).toBeNull();
  });

  it('of one application are not accepted by another in the same process', async () => {
    const other = new AccessTokens(new SigningSecret('t'.repeat(32)));
    const identifyByOther = identifyWith(other);
    const { accessToken } = tokens.issue(USER, FAMILY);
    expect(await identifyByOther(`Bearer ${accessToken}`)).toBeNull();
    expect(await identify(`Bearer ${accessToken}`)).not.toBeNull();
  });

  it('of many concurrent callers identify the right users', async () => {
    const users = Array.from({ length: 50 }, (_, i) => USER.slice(0, -2) + String(10 + i));
    const issued = users.map((user) => tokens.issue(user, FAMILY));
    const found = await Promise.all(issued.map(({ accessToken }) => identify(`Bearer ${accessToken}`)));
    expect(found.map((caller) => caller?.userId)).toEqual(users);
  });
});
