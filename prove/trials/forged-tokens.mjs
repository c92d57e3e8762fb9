// A2: forged and revoked access tokens at every kind of dashboard route, both the service's own tokens and those of an identity provider.
// The service must not fetch keys from a URL in a token.
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { publicIdOf, sessionOf, signUp } from '../harness/callers/accounts.mjs';
import { Target } from '../harness/callers/target.mjs';
import {
  accessTokenKey,
  forgedOutsideTokens,
  forgedTokens,
  GOOD_HEADER,
  goodClaims,
  makeToken,
  outsideToken,
} from '../harness/requests/token-forgeries.mjs';

export default {
  name: 'A2',
  title: 'forged and revoked tokens are rejected',
  async run(context) {
    const provider = makeProvider();
    const jwks = await serve((request) => (request.url === '/jwks' ? { keys: [provider.jwk] } : {}));
    const attacker = await serve(() => ({ keys: [] }));
    try {
      const outside = {
        AUTH_JWKS_URI: `${jwks.url}/jwks`,
        AUTH_ISSUER: provider.issuer,
        AUTH_AUDIENCE: provider.audience,
      };
      const target = await Target.open(context, { processes: { api: 1 }, env: outside });
      const n = await tryAll(target, provider, attacker);
      await target.close();
      return { n };
    } finally {
      await Promise.all([jwks.close(), attacker.close()]);
    }
  },
};

async function tryAll(target, provider, attacker) {
  const [caller] = target.callers;
  const bench = { caller, fail: target.found, target, tried: 0, address: 0 };
  const [person, other] = [await signUp(caller), await signUp(caller)];
  await expectAccepted(bench, person, provider);
  const forged = [
    ...forgedTokens({ secret: target.secret, person, other, attackerUrl: attacker.url }),
    ...forgedOutsideTokens(provider, attacker.url),
  ];
  for (const [what, token] of forged) await expectRejected(bench, what, token, person);
  await expectAccepted(bench, person, provider);
  const elsewhere = await tokensInOtherPlaces(bench, person);
  const stale = await staleTokens(bench);
  if (attacker.requests.length > 0)
    target.found(`the service fetched keys from the attacker: ${attacker.requests.join(', ')}`);
  await expectNothingMade(bench, person);
  return {
    forged: forged.length,
    'in other places': elsewhere,
    revoked: stale,
    requests: bench.tried,
    accepted: 0,
  };
}

function makeProvider() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = 'provider-1';
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
  return { issuer: 'https://login.example.net', audience: 'offprint', publicKey, privateKey, kid, jwk };
}

async function serve(answerTo) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answerTo(request)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    requests,
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Requires that valid tokens are accepted: otherwise a service that rejects every token would pass. */
async function expectAccepted({ caller, fail, target }, person, provider) {
  const key = accessTokenKey(target.secret);
  const own = makeToken(GOOD_HEADER, goodClaims(person), (covered) =>
    createHmac('sha256', key).update(covered).digest(),
  );
  const good = {
    issued: person.accessToken,
    'made with the right key': own,
    'of the identity provider': outsideToken(provider, 'a-user'),
  };
  for (const [what, token] of Object.entries(good)) {
    const { status, text } = await caller.request('GET', '/api/auth/me', { token });
    if (status !== 200) fail(`a valid token (${what}) is rejected: ${status} ${text}`);
  }
}

/** Routes of each kind: read, create, change, administer. */
const ROUTES = [
  ['GET', '/api/auth/me'],
  ['GET', '/api/keys'],
  ['POST', '/api/keys', { name: 'forged', scopes: ['write'] }],
  ['PATCH', '/api/keys/key_00000000000000000000000000000000', { name: 'forged' }],
  ['POST', '/api/admin/credits/grants'],
];

async function expectRejected(bench, what, token, { accountId }, headers) {
  for (const [method, path, body] of ROUTES) {
    bench.tried += 1;
    bench.address += 1;
    const grant = { accountId: publicIdOf('acc', accountId), amount: 1, note: 'forged' };
    const answer = await bench.caller.request(method, path, {
      token: headers ? undefined : token,
      headers: headers ?? {},
      body: path.startsWith('/api/admin') ? grant : body,
      address: `10.0.${(bench.address >> 8) & 255}.${bench.address & 255}`,
    });
    if (answer.status !== 401)
      bench.fail(
        `${what}: ${method} ${path} responds with ${answer.status} ${answer.error ?? answer.text.slice(0, 200)}`,
      );
  }
}

/** Requires that a valid token is accepted only as Bearer token. */
async function tokensInOtherPlaces(bench, person) {
  const token = person.accessToken;
  const places = {
    'in a cookie': { cookie: `access_token=${token}; offprint_refresh=${token}` },
    'as Basic': { authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` },
    'without its scheme': { authorization: token },
    'as Token': { authorization: `Token ${token}` },
    'in X-API-Key': { 'x-api-key': token },
    'behind another one': { authorization: `Bearer x, Bearer ${token}` },
    'in quotes': { authorization: `Bearer "${token}"` },
  };
  for (const [what, headers] of Object.entries(places))
    await expectRejected(bench, what, undefined, person, headers);
  return Object.keys(places).length;
}

/** Requires that tokens are rejected after their session has ended. */
async function staleTokens(bench) {
  const { caller, target, fail } = bench;
  const refresh = (refreshToken) =>
    caller.request('POST', '/api/auth/refresh', { body: { refreshToken }, address: '10.9.9.9' });
  let count = 0;
  const refused = async (what, token, person) => {
    count += 1;
    await expectRejected(bench, what, token, person);
  };

  const leaver = await signUp(caller);
  await caller.request('POST', '/api/auth/logout', { token: leaver.accessToken });
  await refused('after logout', leaver.accessToken, leaver);
  if ((await refresh(leaver.refreshToken)).status !== 401) fail('a refresh token is accepted after logout');

  const victim = await signUp(caller);
  const next = sessionOf(await refresh(victim.refreshToken));
  // A repeated use within 10 s gets the same successor; this use is later, as by a thief.
  await target.query(
    `update refresh_tokens set used_at = used_at - interval '11 seconds'
      where hash = sha256(convert_to($1, 'UTF8'))`,
    [victim.refreshToken],
  );
  if ((await refresh(victim.refreshToken)).status !== 401) fail('a refresh token is accepted again later');
  await refused('of a family whose refresh token was used twice', victim.accessToken, victim);
  await refused('of the same family, the newer one', next.accessToken, victim);
  if ((await refresh(next.refreshToken)).status !== 401)
    fail('a refresh token is accepted after its predecessor was used twice');

  const racer = await signUp(caller);
  const at = await Promise.all(Array.from({ length: 20 }, () => refresh(racer.refreshToken)));
  const successors = new Set(
    at.filter(({ status }) => status === 200).map((answer) => sessionOf(answer).refreshToken),
  );
  if (successors.size !== 1)
    fail(`20 concurrent uses of one refresh token have ${successors.size} successors`);

  const old = await signUp(caller);
  await target.query(`update sign_in_families set expires_at = clock_timestamp() where user_id = $1`, [
    old.userId,
  ]);
  await refused('of an expired session', old.accessToken, old);
  if ((await refresh(old.refreshToken)).status !== 401)
    fail('a refresh token is accepted after its session has expired');

  const gone = await signUp(caller);
  await target.query('delete from users where id = $1', [gone.userId]);
  await refused('of a deleted user', gone.accessToken, gone);

  for (const [what, token] of Object.entries({
    empty: '',
    unknown: 'A'.repeat(43),
    'an access token': leaver.accessToken,
    'too long': 'A'.repeat(1024),
  })) {
    count += 1;
    const { status } = await refresh(token);
    if (status !== 401) fail(`a refresh token that is ${what} is answered with ${status}`);
  }
  return count;
}

async function expectNothingMade({ target, fail }, person) {
  const [{ keys }] = await target.query(`select count(*)::int as keys from api_keys where name = 'forged'`);
  const [{ grants }] = await target.query(
    `select count(*)::int as grants from ledger_transfers where account_id = $1 and note = 'forged'`,
    [person.accountId],
  );
  if (keys + grants > 0) fail(`${keys} keys and ${grants} grants were made with forged tokens`);
}
