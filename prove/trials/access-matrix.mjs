// A1: every endpoint with every kind of credential and every set of scopes. What is expected comes from `access-contract.mjs`, which
// was written from the contract. A 401 or 403 must not charge, and a response to another account must not contain the owner's data.
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newSecret, publicIdOf, signUp, writeAccounts, writeKeys } from '../harness/callers/accounts.mjs';
import { inParallel } from '../harness/callers/http-caller.mjs';
import { Target } from '../harness/callers/target.mjs';
import {
  ENDPOINTS,
  expectedOf,
  GOOD_BODIES,
  missingFrom,
  MODALITIES,
  requestOf,
  scopeSets,
} from '../harness/requests/access-contract.mjs';
import { ApiDescription } from '../harness/requests/api-description.mjs';
import { accessTokenKey, GOOD_HEADER, goodClaims, makeToken } from '../harness/requests/token-forgeries.mjs';

const WIDTH = 24;
const KEYS_PER_ACCOUNT = 20;
/** A malformed secret is rejected independently of the key's scopes, so only one of this many sets of scopes is tried. */
const SCOPELESS_EVERY = 16;

/** The cells are shuffled, so rows that hold only after others are left out. */
const TRIED = ENDPOINTS.filter(({ inOrder }) => !inOrder);
const FOR_KEYS = TRIED.filter(({ enough }) => enough);

export default {
  name: 'A1',
  title: 'every endpoint × every credential × every set of scopes',
  largerTiers: true,
  async run(context) {
    const target = await Target.open(context, { processes: { api: 2 }, connections: WIDTH });
    const sets = context.sample(scopeSets(), { gate: 40 });
    const world = await prepare(target, sets);
    const cells = shuffled([...keyCells(world), ...otherCells(world)], context.random);
    const before = await chargesOf(target);
    const busy = { 503: 0, starts: 0 };
    let accepted = 0;
    await inParallel(cells.length, WIDTH, async (at) => {
      const answer = await sendUntilAnswered(target, cells[at], at, busy);
      if (isStart(cells[at]) && answer.status === 201) accepted += 1;
      const problem = problemOf(cells[at], answer, world);
      if (problem) target.found(`${nameOf(cells[at])}: ${problem}`);
      context.progress(at + 1, cells.length);
    });
    const charged = (await chargesOf(target)) - before;
    // A create answered with 503 may have been committed: a caller would retry it with its Idempotency-Key.
    if (charged < accepted || charged > accepted + busy.starts)
      target.found(`${accepted} predictions were accepted, ${charged} were charged`);
    for (const { method, template } of missingFrom(new ApiDescription().operations))
      target.found(`${method} ${template} is in openapi.json and not in the table of endpoints`);
    await target.close();
    return {
      n: {
        cells: cells.length,
        endpoints: TRIED.length,
        credentials: new Set(cells.map(({ kind }) => kind)).size,
        'sets of scopes': sets.length,
        wrong: 0,
        charged,
        'retried (503)': busy[503],
      },
    };
  },
};

/** Retries 503: on a busy machine the service may respond with 503 and Retry-After. */
async function sendUntilAnswered(target, cell, at, busy) {
  for (let left = 5; ; left -= 1) {
    const answer = await send(target, cell, at);
    if (answer.status !== 503 || !answer.headers['retry-after'] || left === 0) return answer;
    busy[503] += 1;
    if (isStart(cell)) busy.starts += 1;
    await sleep(500);
  }
}

/** Shuffles the cells, so that requests of one kind of caller follow those of another. */
function shuffled(cells, random) {
  for (let at = cells.length - 1; at > 0; at -= 1) {
    const other = random.between(0, at);
    [cells[at], cells[other]] = [cells[other], cells[at]];
  }
  return cells;
}

const STARTS = ['/api/generate', '/api/dashboard/predictions'];
const isStart = ({ endpoint }) => endpoint.method === 'POST' && STARTS.includes(endpoint.path);
const nameOf = ({ endpoint, kind, scopes = [] }) =>
  `${endpoint.method} ${endpoint.path} ${JSON.stringify(endpoint.body ?? '')} (${endpoint.caller}) with ${kind} [${scopes}]`;

function send({ callers }, { endpoint, headers, ids }, at) {
  const { method, path, body } = requestOf(endpoint, { ...ids, new: at });
  // Each request has an IP address of its own, so that the limit of failed authentication per address does not apply.
  const address = `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
  return callers[at % callers.length].request(method, path, { headers, body, address });
}

/** Creates an owner with a prediction of each modality, a user of another account, an administrator, and keys of every set of scopes. */
async function prepare(target, sets) {
  const [caller] = target.callers;
  const [owner, otherUser, admin, signedOutUser] = await Promise.all([1, 2, 3, 4].map(() => signUp(caller)));
  await target.query(`update users set role = 'admin' where id = $1`, [admin.userId]);
  await caller.request('POST', '/api/auth/logout', { token: signedOutUser.accessToken });
  // An account holds 20 keys, so the keys belong to seven accounts, each with predictions of its own.
  const ownAccounts = await writeAccounts(target.query, Math.ceil(sets.length / KEYS_PER_ACCOUNT), 1_000_000);
  const otherAccounts = await writeAccounts(target.query, ownAccounts.length, 1_000_000);
  const keysOf = (accounts, more = {}) =>
    writeKeys(
      target.query,
      sets.map((scopes, at) => ({ accountId: accounts[Math.floor(at / KEYS_PER_ACCOUNT)], scopes, ...more })),
    );
  const own = await keysOf(ownAccounts);
  const foreign = await keysOf(otherAccounts);
  const revoked = await keysOf(ownAccounts, { revoked: true });
  const predictions = {};
  for (const account of ownAccounts) {
    const { secret } = own.find((key) => key.accountId === account && key.scopes.includes('write'));
    predictions[account] = {};
    for (const modality of MODALITIES) {
      const started = await caller.expect(201, 'POST', '/api/generate', {
        token: secret,
        body: { ...GOOD_BODIES[modality], externalUserId: 'only the owner may read this' },
      });
      predictions[account][modality] = started.predictionId;
    }
  }
  const { predictionId: mine } = await caller.expect(201, 'POST', '/api/dashboard/predictions', {
    token: owner.accessToken,
    body: { ...GOOD_BODIES.image, externalUserId: 'only the owner may read this' },
  });
  const [personKey] = await writeKeys(target.query, [{ accountId: owner.accountId, scopes: ['read'] }]);
  return {
    secret: target.secret,
    owner,
    otherUser,
    admin,
    signedOutUser,
    own,
    foreign,
    revoked,
    predictions,
    mine,
    personKey,
  };
}

const SCOPELESS = new Set(['key in capitals', 'key with a character more', 'key as Basic']);
const ofOwner = ({ owner }) => ({
  account: publicIdOf('acc', owner.accountId),
  user: publicIdOf('usr', owner.userId),
  email: owner.email,
  password: owner.password,
});
const asBearer = (text) => ({ authorization: `Bearer ${text}` });

function keyCells(world) {
  const idsFor = (accountId, key) => ({
    ...ofOwner(world),
    prediction: world.predictions[accountId],
    key: publicIdOf('key', key.id),
    account: publicIdOf('acc', accountId),
  });
  const forms = {
    'own key': ({ own }) => asBearer(own.secret),
    'key of another account': ({ foreign }) => asBearer(foreign.secret),
    'revoked key': ({ revoked }) => asBearer(revoked.secret),
    'key with a wrong checksum': ({ own }) =>
      asBearer(own.secret.slice(0, -1) + (own.secret.endsWith('0') ? '1' : '0')),
    'key in capitals': ({ own }) => asBearer(own.secret.toUpperCase()),
    'key with a character more': ({ own }) => asBearer(`${own.secret}0`),
    'key as Basic': ({ own }) => ({
      authorization: `Basic ${Buffer.from(`${own.secret}:`).toString('base64')}`,
    }),
  };
  return world.own.flatMap((own, at) => {
    const keys = { own, foreign: world.foreign[at], revoked: world.revoked[at] };
    const ids = idsFor(own.accountId, own);
    return Object.entries(forms)
      .filter(([kind]) => !SCOPELESS.has(kind) || at % SCOPELESS_EVERY === 0)
      .flatMap(([kind, headersFor]) =>
        // Routes without key authentication are tried only with valid keys.
        (kind === 'own key' ? TRIED : FOR_KEYS).map((endpoint) => ({
          endpoint,
          kind,
          scopes: own.scopes,
          headers: headersFor(keys),
          ids,
        })),
      );
  });
}

function otherCells(world) {
  const { owner, otherUser, admin, signedOutUser, personKey, mine, secret } = world;
  const [account] = Object.keys(world.predictions);
  const key = accessTokenKey(secret);
  const signed = (claims, withKey = key) =>
    makeToken(GOOD_HEADER, claims, (covered) => createHmac('sha256', withKey).update(covered).digest());
  const hour = 3600;
  const past = goodClaims(owner);
  const headers = {
    nothing: {},
    'an empty Bearer': { authorization: 'Bearer ' },
    garbage: asBearer('\u00ff~!@#'),
    'a well-formed unknown key': asBearer(newSecret()),
    'a well-formed unknown test key': asBearer(newSecret('test')),
    'a well-formed unknown operator key': asBearer(newSecret('ops')),
    'own token': asBearer(owner.accessToken),
    'token of another account': asBearer(otherUser.accessToken),
    'token of an administrator': asBearer(admin.accessToken),
    'expired token': asBearer(signed({ ...past, iat: past.iat - 2 * hour, exp: past.exp - 2 * hour })),
    'token after logout': asBearer(signedOutUser.accessToken),
    'forged token': asBearer(signed(goodClaims(owner), Buffer.alloc(32, 1))),
  };
  const ids = {
    ...ofOwner(world),
    prediction: { ...world.predictions[account], mine },
    key: publicIdOf('key', personKey.id),
  };
  const signedIn = ['own token', 'token of another account', 'token of an administrator'];
  return Object.entries(headers).flatMap(([kind, given]) =>
    // Signing out would revoke the token of the other cells.
    TRIED.filter(({ path }) => path !== '/api/auth/logout' || !signedIn.includes(kind)).map((endpoint) => ({
      endpoint,
      kind,
      headers: given,
      ids,
    })),
  );
}

function problemOf({ endpoint, ...credential }, answer, world) {
  const { kind } = credential;
  const { status: usual, code } = expectedOf(endpoint, credential);
  const expected = usual === endpoint.ok && answer.status === endpoint.early ? endpoint.early : usual;
  if (answer.status !== expected)
    return `${answer.status} instead of ${expected}: ${answer.text.slice(0, 160)}`;
  const isAdmins = endpoint.caller === 'admin' && kind === 'token of an administrator';
  const maySee = ['own key', 'own token'].includes(kind) || endpoint.caller === 'anyone' || isAdmins;
  if (!maySee && answer.text.includes('only the owner may read this')) return 'it contains data of the owner';
  if (expected === 401 && (answer.headers['x-ratelimit-limit'] || /"details"|"balance"/.test(answer.text)))
    return 'a 401 contains limits or balances';
  const error = expected >= 400 && endpoint.method !== 'HEAD' && JSON.parse(answer.text);
  if (error && error.statusCode !== expected) return 'the body names another status';
  if (code && error.code !== code) return `${error.code} instead of ${code}`;
  if (kind === 'token of another account' && answer.text.includes(publicIdOf('key', world.personKey.id)))
    return 'it contains a key of another account';
  return null;
}

async function chargesOf({ query }) {
  const [{ charges }] = await query(
    `select count(*)::int as charges from ledger_transfers where kind = 'charge'`,
  );
  return charges;
}
