// S3: searches every response, every log at level trace and every table for the secrets of this run: keys, tokens, passwords, refresh
// tokens, settings of engines, the database's password. The other attack trials run the same search at their end; this trial adds
// requests that they do not send.
import { hashOf, sessionOf, signUp } from '../harness/callers/accounts.mjs';
import { secrets, Target } from '../harness/callers/target.mjs';

export default {
  name: 'S3',
  title: 'no log, table or response contains a secret',
  last: true,
  async run(context) {
    const target = await Target.open(context, {
      processes: { api: 1, worker: 1 },
      env: { LOG_LEVEL: 'trace' },
    });
    const [caller] = target.callers;
    const bench = { target, caller };
    const person = await signUp(caller);
    secrets.note('a password', person.password);
    const kept = await useSecrets(bench, person);
    await misplaceSecrets(bench, person, kept);
    await breakDatabase(bench, kept);
    await expectHashes(bench, kept);
    expectDetection(target);
    const { answers } = secrets;
    await target.close();
    const { logBytes, rows, tables, targets } = secrets;
    return {
      n: {
        responses: answers,
        'bytes of logs': logBytes,
        tables,
        rows,
        clusters: targets,
        'recorded secrets': secrets.secrets.size,
        found: 0,
      },
    };
  },
};

/** Uses secrets in valid requests. */
async function useSecrets({ caller }, person) {
  const { email, password, accessToken, refreshToken } = person;
  const signedIn = sessionOf(await caller.request('POST', '/api/auth/login', { body: { email, password } }));
  const refreshed = sessionOf(
    await caller.request('POST', '/api/auth/refresh', { body: { refreshToken: signedIn.refreshToken } }),
  );
  const keys = [];
  for (const env of ['live', 'test']) {
    keys.push(
      await caller.expect(201, 'POST', '/api/keys', {
        token: accessToken,
        body: { name: 'canary', scopes: ['read', 'write', 'billing'], env },
      }),
    );
  }
  const [{ key }] = keys;
  for (const mode of ['ok', 'permanent', 'broken-output', 'transient']) {
    const { predictionId } = await caller.expect(201, 'POST', '/api/generate', {
      token: key,
      body: { modelKey: 'embedded-fault', mode, times: 1 },
      headers: { 'idempotency-key': `canary-${mode}` },
    });
    await caller.expect(200, 'GET', `/api/generate/status/${predictionId}?wait=20&timeline=true`, {
      token: key,
    });
  }
  for (const path of ['/api/generate/history', '/api/credits/balance', '/api/credits/ledger'])
    await caller.expect(200, 'GET', path, { token: key });
  await caller.expect(200, 'GET', '/api/keys', { token: accessToken });
  await caller.expect(200, 'PATCH', `/api/keys/${keys[1].id}`, {
    token: accessToken,
    body: { name: 'renamed' },
  });
  await caller.expect(200, 'DELETE', `/api/keys/${keys[1].id}`, { token: accessToken });
  return {
    keys: keys.map((one) => one.key),
    refreshTokens: [refreshToken, signedIn.refreshToken, refreshed.refreshToken],
  };
}

/** Sends secrets in wrong places: the service must neither return nor log them. */
async function misplaceSecrets(
  { caller },
  { email, password, accessToken },
  { keys: [key, revoked], refreshTokens: [refreshToken] },
) {
  const places = [
    ['GET', '/api/credits/balance', { token: revoked }],
    ['GET', '/api/credits/balance', { token: `${key}0` }],
    ['GET', '/api/credits/balance', { token: accessToken }],
    ['GET', '/api/auth/me', { token: key }],
    ['GET', `/api/auth/me?access_token=${accessToken}`, {}],
    ['GET', `/api/credits/balance?api_key=${key}`, {}],
    ['GET', '/api/credits/balance', { headers: { 'x-api-key': key, cookie: `key=${key}` } }],
    ['GET', `/api/generate/history?cursor=${key}`, { token: key }],
    ['GET', `/api/generate/status/${key}`, { token: key }],
    ['DELETE', `/api/keys/${key}`, { token: accessToken }],
    ['GET', `/api/${accessToken}`, {}],
    ['POST', '/api/auth/login', { body: { email, password: `${password}x` } }],
    ['POST', '/api/auth/login', { body: { email, password: [password] } }],
    ['POST', '/api/auth/register', { body: { email, password } }],
    ['POST', '/api/auth/register', { body: { email: password, password } }],
    ['POST', '/api/auth/refresh', { body: { refreshToken } }],
    ['POST', '/api/auth/refresh', { body: { refreshToken: { refreshToken } } }],
    ['POST', '/api/keys', { token: accessToken, body: `{"key":"${key}","password":"${password}"` }],
    ['POST', '/api/generate', { token: key, body: { modelKey: key, prompt: 1 } }],
    ['POST', '/api/generate', { token: key, body: '{', headers: { 'idempotency-key': 'canary' } }],
  ];
  for (const [method, path, options] of places) await caller.request(method, path, options);
}

/** Causes database errors, which contain statements and values: responses must not contain them, logs without secrets. */
async function breakDatabase({ target, caller }, { keys: [key] }) {
  await target.query('alter table budgets rename to budgets_away');
  const answer = await caller.request('GET', '/api/credits/balance', { token: key });
  await target.query('alter table budgets_away rename to budgets');
  if (answer.status !== 500) target.found(`without a table the service responds with ${answer.status}`);
  await target.cluster.postgres.stopImmediate();
  await caller.request('GET', '/api/credits/balance', { token: key });
  await target.cluster.postgres.start();
}

/** Requires the hashes of the secrets in the database: this also shows that the right tables were searched. */
async function expectHashes({ target }, { keys, refreshTokens }) {
  const [{ known }] = await target.query(
    'select count(*)::int as known from api_keys where secret_hash = any($1)',
    [keys.map(hashOf)],
  );
  if (known !== keys.length) target.found(`${known} of ${keys.length} keys are in the database as SHA-256`);
  const [{ tokens }] = await target.query(
    'select count(*)::int as tokens from refresh_tokens where hash = any($1)',
    [refreshTokens.map(hashOf)],
  );
  if (tokens !== refreshTokens.length)
    target.found(`${tokens} of ${refreshTokens.length} refresh tokens are in the database as SHA-256`);
}

/** Requires that the search detects a planted secret of each kind. */
function expectDetection({ found }) {
  const key = `of_live_${'0123456789abcdef'.repeat(3)}`;
  const planted = [
    key,
    Buffer.from(key).toString('hex'),
    Buffer.from(key).toString('base64'),
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0AAAA.${'s'.repeat(43)}`,
    'postgres://offprint:hunter22@127.0.0.1/x',
    ...secrets.secrets.keys(),
  ];
  const missed = planted.filter(
    (secret) => secrets.search(`{"level":30,"msg":"x ${secret} y"}`, 'a trial').length === 0,
  );
  if (missed.length > 0) found(`${missed.length} of ${planted.length} planted secrets were not detected`);
}
