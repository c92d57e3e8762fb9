// Guards of access: keys, access tokens, refresh tokens, roles.
import { createHmac } from 'node:crypto';
import { hashOf, newSecret } from '../harness/callers/accounts.mjs';
import { sendInParts, statusBeforeBody } from '../harness/callers/raw-request.mjs';
import { expectHolds } from './broken-guarantee.mjs';

const ADMIT = 'admission/admit.sql.js';
const REFRESH = 'auth/tokens/refresh-tokens.sql.js';
const STRATEGY = 'auth/strategies/jwt.strategy.js';

const balance = (world, secret) => world.request('GET', '/api/credits/balance', secret);
const me = async (world, token) => (await world.request('GET', '/api/auth/me', token)).status;
const refresh = (world, refreshToken) =>
  world.request('POST', '/api/auth/refresh', undefined, { refreshToken });

const suspend = (world, accountId) =>
  world.query('insert into suspended_accounts (account_id) values ($1)', [accountId]);

async function refreshSession(world, refreshToken) {
  const answer = await refresh(world, refreshToken);
  if (answer.status !== 200) throw new Error(`no refresh: ${answer.status} ${answer.text}`);
  const token = /offprint_refresh=([^;]+)/.exec(answer.headers['set-cookie'])?.[1];
  return { refreshToken: token, accessToken: JSON.parse(answer.text).accessToken };
}

/** Moves the first use of a refresh token back by 11 seconds. A repeated use is accepted for ten seconds. */
const passTenSeconds = (world, refreshToken) =>
  world.query(
    `update refresh_tokens set used_at = used_at - interval '11 seconds' where hash = sha256(convert_to($1, 'UTF8'))`,
    [refreshToken],
  );

const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part) => JSON.parse(Buffer.from(part, 'base64url'));

/** Signs a user's token with another header or other claims, using the correct key. */
async function resignToken(world, { accessToken }, { header = {}, claims = {} }) {
  const [oldHeader, oldClaims] = accessToken.split('.').slice(0, 2).map(decode);
  const text = `${encode({ ...oldHeader, ...header })}.${encode({ ...oldClaims, ...claims })}`;
  const { key } = await world.service.part('auth/tokens/access-tokens.js', 'AccessTokens');
  const hash = `sha${(header.alg ?? 'HS256').slice(2)}`;
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
}

/** Creates a probe: the service must reject the changed token of a signed-in user and accept the unchanged one. */
const rejectsToken = (what, change) => async (world) => {
  const person = await world.signUp();
  if ((await me(world, await resignToken(world, person, {}))) !== 200)
    throw new Error('a valid token was rejected');
  const status = await me(world, await resignToken(world, person, change));
  expectHolds(status === 401, `a token ${what} was answered ${status}`);
};

/** Returns the bytes of a create. */
const createOf = ({ secret }) => {
  const body = JSON.stringify({ modelKey: 'probe-none', prompt: 'a probe' });
  const lines = ['Host: x', `Authorization: Bearer ${secret}`, 'Content-Type: application/json'];
  return ['POST /api/generate HTTP/1.1', ...lines, `Content-Length: ${body.length}`, '', body].join('\r\n');
};

/** Requires that the probe's create was never executed. Waits for a later create, which is admitted after it. */
async function expectNoPrediction(world, { accountId, key }, what) {
  const later = await world.request('POST', '/api/generate', key.secret, {
    modelKey: 'probe-none',
    prompt: 'later',
  });
  if (later.status !== 201) throw new Error(`the later create was answered ${later.status}: ${later.text}`);
  const [row] = await world.query('select count(*)::int as count from predictions where account_id = $1', [
    accountId,
  ]);
  expectHolds(row.count === 1, `a create ${what} was executed`);
}

export const ACCESS_GUARDS = [
  {
    name: 'a sign-in that ends during a request changes nothing',
    edits: [
      {
        file: 'audit/audit-trail.sql.js',
        find: 'where $signIn::uuid is null or exists (select from sign_ins where is_held)',
        put: '',
      },
    ],
    async probe(world) {
      const { userId, accountId, accessToken } = await world.signUp();
      const body = { name: 'late', scopes: ['read'] };
      const { status } = await world.besideTransaction(
        (query) => query('update sign_in_families set ended_at = now() where user_id = $1', [userId]),
        () => world.request('POST', '/api/keys', accessToken, body),
      );
      const keys = await world.query('select from api_keys where account_id = $1', [accountId]);
      expectHolds(status === 401 && keys.length === 0, `a sign-in that had ended made a key: ${status}`);
    },
  },
  {
    name: 'no sign-in begins with a replaced password',
    edits: [{ file: REFRESH, find: 'or password_hash = $passwordHash::text)', put: 'or true)' }],
    async probe(world) {
      const { userId, email, password } = await world.signUp();
      const { status } = await world.besideTransaction(
        (query) => query(`update users set password_hash = 'another' where id = $1`, [userId]),
        () => world.request('POST', '/api/auth/login', undefined, { email, password }),
      );
      expectHolds(status === 401, `a replaced password was answered ${status}`);
    },
  },
  {
    name: 'no request is read after a 408',
    edits: [{ file: 'platform/http/server/unreadable-request.js', find: 'discardInput(socket);', put: '' }],
    async probe(world) {
      const caller = await world.createCaller(5);
      const { server } = world.service;
      const { headersTimeout, requestTimeout } = server;
      const create = createOf(caller.key);
      // Node.js applies the larger limit to the whole request.
      Object.assign(server, { headersTimeout: 200, requestTimeout: 200 });
      const text = await sendInParts(world.service.base, create.slice(0, -5), create.slice(-5)).finally(
        () => {
          Object.assign(server, { headersTimeout, requestTimeout });
        },
      );
      if (!text.includes(' 408 ')) throw new Error(`no 408: ${text}`);
      await expectNoPrediction(world, caller, 'that was answered 408');
    },
  },
  {
    name: 'no request behind the last response is executed',
    edits: [{ file: 'platform/http/server/express-server.js', find: 'inTurn(onRequest)', put: 'onRequest' }],
    async probe(world) {
      const caller = await world.createCaller(5);
      const withoutHost = 'GET /health/live HTTP/1.1\r\n\r\n';
      await sendInParts(world.service.base, withoutHost + createOf(caller.key), '');
      await expectNoPrediction(world, caller, 'behind a response with Connection: close');
    },
  },
  {
    name: 'key checksum',
    edits: [
      {
        file: 'keys/key-secret.js',
        find: 'return checksum(text.slice(0, CHECKSUMMED_LENGTH)) === text.slice(CHECKSUMMED_LENGTH) ? match[1] : null;',
        put: 'return match[1];',
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(1);
      const mistyped = key.secret.slice(0, -1) + (key.secret.endsWith('0') ? '1' : '0');
      // The secret is rejected by its checksum even if the database contains its hash.
      await world.query('update api_keys set secret_hash = $2 where id = $1', [key.id, hashOf(mistyped)]);
      const { status } = await balance(world, mistyped);
      expectHolds(status === 401, `a secret with a wrong checksum was answered ${status}`);
    },
  },
  {
    name: 'a revoked key is rejected',
    edits: [
      {
        file: ADMIT,
        find: 'as address_allowed\n      from api_keys where secret_hash = c.hash and ${USABLE_KEY}',
        put: 'as address_allowed\n      from api_keys where secret_hash = c.hash',
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(1, { revoked: true });
      const { status } = await balance(world, key.secret);
      expectHolds(status === 401, `a revoked key was answered ${status}`);
    },
  },
  {
    name: 'a suspended account is rejected',
    edits: [{ file: ADMIT, find: 'and s.is_suspended is null and k.scopes', put: 'and k.scopes' }],
    async probe(world) {
      const { accountId, key } = await world.createCaller(5);
      await suspend(world, accountId);
      const { status } = await world.generate(key);
      expectHolds(status === 403, `a key of a suspended account was answered ${status}`);
      await world.checkLedger();
    },
  },
  {
    name: 'a suspended account starts no prediction in the dashboard',
    edits: [{ file: ADMIT, find: 's.is_suspended is null as allowed', put: 'true as allowed' }],
    async probe(world) {
      const { accessToken, accountId } = await world.signUp();
      await suspend(world, accountId);
      const body = { modelKey: 'probe-none', prompt: 'a probe' };
      const { status } = await world.request('POST', '/api/dashboard/predictions', accessToken, body);
      expectHolds(status === 403, `a user of a suspended account was answered ${status}`);
      await world.checkLedger();
    },
  },
  {
    name: 'a suspended account creates no key',
    edits: [
      {
        file: 'auth/access.guard.js',
        find: `if (await this.suspensions.isSuspended(accountId)) throw new AppError('account_suspended');`,
        put: '',
      },
    ],
    async probe(world) {
      const { accessToken, accountId } = await world.signUp();
      await suspend(world, accountId);
      const body = { name: 'a probe', scopes: ['read'] };
      const { status } = await world.request('POST', '/api/keys', accessToken, body);
      expectHolds(status === 403, `a suspended account was answered ${status} for a key`);
    },
  },
  {
    name: 'scope check',
    edits: [
      {
        file: ADMIT,
        find: `k.scopes && string_to_array(c.required, ',') as allowed`,
        put: 'true as allowed',
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(5, { scopes: ['read'] });
      const { status } = await world.generate(key);
      expectHolds(status === 403, `a key that may only read started a prediction: ${status}`);
      await world.checkLedger();
    },
  },
  {
    name: 'scope of the prediction’s modality',
    edits: [
      {
        file: 'generation/api/prediction-status.service.js',
        find: /if \(!needed\.some\(\(scope\)=>caller\.scopes\.includes\(scope\)\)\) throw missingScope\(needed\);/,
        put: '',
      },
    ],
    async probe(world) {
      const { key } = await world.createCaller(5);
      const { publicId } = await world.startPrediction(key);
      await world.query('update api_keys set scopes = $2 where id = $1', [key.id, ['generate:audio']]);
      const { status } = await world.request('POST', `/api/generate/${publicId}/cancel`, key.secret);
      expectHolds(status === 403, `a key for audio cancelled a picture: ${status}`);
      await world.checkLedger();
    },
  },
  {
    name: 'JWT algorithm pin',
    edits: [{ file: STRATEGY, find: /algorithms: \[\s*ACCESS_TOKEN\.algorithm\s*\],/, put: '' }],
    probe: rejectsToken('signed with HS512', { header: { alg: 'HS512' } }),
  },
  {
    name: 'JWT type',
    edits: [
      {
        file: 'auth/strategies/bearer.js',
        find: 'header.crit === undefined && types.includes(typ)',
        put: 'header.crit === undefined',
      },
    ],
    probe: rejectsToken('of another type', { header: { typ: 'JWT' } }),
  },
  {
    name: 'JWT audience',
    edits: [{ file: STRATEGY, find: 'audience: ACCESS_TOKEN.audience,', put: '' }],
    probe: rejectsToken('for another audience', { claims: { aud: 'another' } }),
  },
  {
    name: 'JWT issuer',
    edits: [{ file: STRATEGY, find: 'issuer: ACCESS_TOKEN.issuer,', put: '' }],
    probe: rejectsToken('of another issuer', { claims: { iss: 'another' } }),
  },
  {
    name: 'JWT expiry is not optional',
    edits: [{ file: STRATEGY, find: `typeof exp !== 'number' || `, put: '' }],
    probe: rejectsToken('that never ends', { claims: { exp: undefined } }),
  },
  {
    name: 'a token of an ended session is rejected',
    edits: [
      {
        file: REFRESH,
        find: 'where f.id = any($families::uuid[]) and f.ended_at is null and',
        put: 'where f.id = any($families::uuid[]) and',
      },
    ],
    async probe(world) {
      const { accessToken } = await world.signUp();
      await world.request('POST', '/api/auth/logout', accessToken);
      const status = await me(world, accessToken);
      expectHolds(status === 401, `a token was answered ${status} after its user had signed out`);
    },
  },
  {
    name: 'a refresh token has a successor for ten seconds',
    edits: [
      {
        file: REFRESH,
        find: 'where t.hash = $hash and t.used_at > clock_timestamp() - ${REPEAT} and f.ended_at',
        put: 'where t.hash = $hash and f.ended_at',
      },
    ],
    async probe(world) {
      const { refreshToken } = await world.signUp();
      await refreshSession(world, refreshToken);
      await passTenSeconds(world, refreshToken);
      const { status } = await refresh(world, refreshToken);
      expectHolds(status === 401, `a late use of a refresh token was answered ${status}`);
    },
  },
  {
    name: 'refresh reuse detection',
    edits: [
      {
        file: REFRESH,
        find: "endOfToken('(t.used_at is not null or f.continued_as is not null)')",
        put: "endOfToken('false')",
      },
    ],
    async probe(world) {
      const { refreshToken } = await world.signUp();
      const next = await refreshSession(world, refreshToken);
      await passTenSeconds(world, refreshToken);
      await refresh(world, refreshToken);
      const { status } = await refresh(world, next.refreshToken);
      expectHolds(status === 401, `a stolen session continued after a late use of its token: ${status}`);
    },
  },
  {
    name: 'admin routes require the admin role',
    edits: [
      {
        file: 'auth/access.guard.js',
        find: `if (role === 'admin' && user.role !== 'admin') throw new AppError('forbidden');`,
        put: '',
      },
    ],
    async probe(world) {
      const { accessToken, accountId } = await world.signUp();
      const body = { accountId: `acc_${accountId.replaceAll('-', '')}`, amount: 1, note: 'a probe' };
      const { status } = await world.request('POST', '/api/admin/credits/grants', accessToken, body);
      expectHolds(status === 403, `a customer granted themselves credits: ${status}`);
    },
  },
  {
    name: 'the credential is checked before the body',
    edits: [
      {
        file: 'platform/http/input/body.js',
        find: 'if (parsed instanceof AppError) request.bodyError = parsed;',
        put: 'if (parsed instanceof AppError) throw parsed;',
      },
    ],
    async probe(world) {
      const { status } = await world.request('POST', '/api/generate', newSecret(), '{"modelKey":');
      expectHolds(status === 401, `a broken body with an unknown key was answered ${status}`);
    },
  },
  {
    name: 'a missing credential is rejected before the body is read',
    edits: [
      {
        file: 'auth/access.guard.js',
        find: 'const hash = await this.admission.readSecretHash(request);',
        put: `const hash = '';`,
      },
    ],
    async probe(world) {
      const status = await statusBeforeBody(world.service.base, '/api/generate', 1000);
      expectHolds(
        status === 401,
        `a request without a credential was answered ${status} only after its body`,
      );
    },
  },
  {
    name: 'an unknown key is rejected before a large body is read',
    edits: [{ file: 'platform/http/input/body.js', find: 'await rules.admit?.();', put: '' }],
    async probe(world) {
      const status = await statusBeforeBody(world.service.base, '/api/generate', 1_000_000, newSecret());
      expectHolds(status === 401, `an unknown key was answered ${status} only after its large body`);
    },
  },
  {
    name: 'fields of a body are counted before they are validated',
    edits: [
      {
        file: 'platform/http/input/json-content.js',
        find: /if \(fields > MAX_FIELDS\)\s+return 'fields';/,
        put: '',
      },
    ],
    async probe(world) {
      const body = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, 1]));
      const { text } = await world.request('POST', '/api/auth/logout', undefined, body);
      expectHolds(
        /"field":"body"/.test(text),
        `500 unknown fields were validated one by one: ${text.slice(0, 200)}`,
      );
    },
  },
];
