// The access matrix: every endpoint, every kind of credential, and the expected status. It is written from the contract alone,
// independently of the code and of openapi.json. A trial compares the service with it.

export const SCOPES = [
  'read',
  'write',
  'generate:image',
  'generate:video',
  'generate:audio',
  'generate:3d',
  'billing',
];
export const MODALITIES = ['image', 'video', 'audio', '3d'];

/** Returns the 127 sets of scopes that a key can have. The empty set is rejected: an endpoint below tries it. */
export function scopeSets() {
  return Array.from({ length: 2 ** SCOPES.length - 1 }, (_, bits) =>
    SCOPES.filter((_scope, at) => (bits + 1) & (1 << at)),
  );
}

const generates = (modality) => ['write', `generate:${modality}`];
const ANY_GENERATE = ['write', ...MODALITIES.map((modality) => `generate:${modality}`)];
const polls = (modality) => ['read', ...generates(modality)];

/** A valid body per modality, so that only the credential decides. */
export const GOOD_BODIES = {
  image: { modelKey: 'embedded-fault', mode: 'ok' },
  video: { modelKey: 'embedded-video', prompt: 'a lighthouse', duration: 1 },
  audio: { modelKey: 'embedded-sound', prompt: 'rain', duration: 1 },
  '3d': { modelKey: 'embedded-mesh', prompt: 'a vase' },
};

/**
 * @typedef Endpoint
 * @property {string} name in reports
 * @property {string} method
 * @property {string} path with placeholders for prepared ids: prediction.image (created by a key), prediction.mine
 * (created by a signed-in user), key, account
 * @property {'public' | 'person' | 'admin' | 'key'} caller
 * @property {boolean} [orPerson] a signed-in user may call it as well as a key
 * @property {string[]} [enough] scopes of which any one passes the route's check
 * @property {string[]} [own] scopes of which one is required for the account's own prediction
 * @property {number} [early] status that is also correct while the prediction is processing
 * @property {number} ok status for an authorised caller
 * @property {number} [foreign] status for an authorised caller of another account
 * @property {unknown} [body]
 * @property {boolean} [raw] the body is text, sent as it is
 */

/** Signed-in users may call it too; they have no scopes. */
const END_USER = { path: '/api/end-users/customer-1', orPerson: true };
const LIMIT = { spendLimit: { credits: 1_000_000, period: 'day' } };

/** @type {Endpoint[]} */
export const KEY_ENDPOINTS = [
  ...MODALITIES.flatMap((modality) => [
    {
      name: `start ${modality}`,
      method: 'POST',
      path: '/api/generate',
      enough: generates(modality),
      ok: 201,
      body: GOOD_BODIES[modality],
    },
    {
      name: `start ${modality}, a field too many`,
      method: 'POST',
      path: '/api/generate',
      enough: generates(modality),
      ok: 400,
      body: { ...GOOD_BODIES[modality], surprise: 1 },
    },
    {
      name: `quote ${modality}`,
      method: 'POST',
      path: '/api/generate/quote',
      enough: generates(modality),
      ok: 200,
      body: GOOD_BODIES[modality],
    },
    {
      name: `status ${modality}`,
      method: 'GET',
      path: `/api/generate/status/{prediction.${modality}}`,
      enough: ['read', ...ANY_GENERATE],
      own: polls(modality),
      ok: 200,
      foreign: 404,
    },
    {
      name: `cancel ${modality}`,
      method: 'POST',
      path: `/api/generate/{prediction.${modality}}/cancel`,
      enough: ANY_GENERATE,
      own: generates(modality),
      ok: 200,
      foreign: 404,
    },
    {
      name: `delete ${modality}`,
      method: 'DELETE',
      path: `/api/generate/{prediction.${modality}}`,
      enough: ANY_GENERATE,
      own: generates(modality),
      ok: 200,
      early: 409,
      foreign: 404,
    },
  ]),
  {
    // Each id is checked separately. For another account, and for a key that may not see it, an id is unknown.
    name: 'many statuses',
    method: 'GET',
    path: '/api/generate/status?ids={prediction.image},{prediction.audio}',
    enough: ['read', ...ANY_GENERATE],
    ok: 200,
  },
  {
    name: 'upload what is no file by key',
    method: 'POST',
    path: '/api/uploads',
    enough: ANY_GENERATE,
    ok: 415,
    body: {},
  },
  {
    name: 'start an unknown model',
    method: 'POST',
    path: '/api/generate',
    enough: ANY_GENERATE,
    ok: 400,
    body: { modelKey: 'unknown-model' },
  },
  {
    name: 'start without a model',
    method: 'POST',
    path: '/api/generate',
    enough: ANY_GENERATE,
    ok: 400,
    body: {},
  },
  {
    name: 'start with broken JSON',
    method: 'POST',
    path: '/api/generate',
    enough: ANY_GENERATE,
    ok: 400,
    body: '{"modelKey":',
    raw: true,
  },
  {
    name: 'quote an unknown model',
    method: 'POST',
    path: '/api/generate/quote',
    enough: ANY_GENERATE,
    ok: 400,
    body: { modelKey: 'unknown-model' },
  },
  {
    name: 'status of nothing',
    method: 'GET',
    path: '/api/generate/status/pred_00000000000000000000000000000000',
    enough: ['read', ...ANY_GENERATE],
    ok: 404,
  },
  {
    name: 'status with a bad wait',
    method: 'GET',
    path: '/api/generate/status/{prediction.image}?wait=61',
    enough: ['read', ...ANY_GENERATE],
    ok: 400,
  },
  {
    name: 'cancel nothing',
    method: 'POST',
    path: '/api/generate/nothing/cancel',
    enough: ANY_GENERATE,
    ok: 404,
  },
  { name: 'history', method: 'GET', path: '/api/generate/history', enough: ['read'], ok: 200 },
  {
    name: 'history of our predictions by key',
    method: 'GET',
    path: '/api/generate/history?keyId={key}',
    enough: ['read'],
    ok: 200,
  },
  {
    name: 'history, bad limit',
    method: 'GET',
    path: '/api/generate/history?limit=0',
    enough: ['read'],
    ok: 400,
  },
  { name: 'reframes', method: 'GET', path: '/api/generate/reframe/history', enough: ['read'], ok: 200 },
  { path: '/api/usage', orPerson: true, name: 'usage', method: 'GET', enough: ['billing'], ok: 200 },
  {
    path: '/api/usage?groupBy=nothing',
    orPerson: true,
    name: 'usage by nothing',
    method: 'GET',
    enough: ['billing'],
    ok: 400,
  },
  { ...END_USER, name: 'an end user', method: 'GET', enough: ['read'], ok: 200 },
  { ...END_USER, name: 'limit an end user', method: 'PUT', enough: ['write'], ok: 200, body: LIMIT },
  { ...END_USER, name: 'limit an end user to nothing', method: 'PUT', enough: ['write'], ok: 400, body: {} },
  { ...END_USER, name: 'remove the limit of an end user', method: 'DELETE', enough: ['write'], ok: 204 },
  { name: 'the calling key', method: 'GET', path: '/api/key', enough: SCOPES, ok: 200 },
  { name: 'balance', method: 'GET', path: '/api/credits/balance', enough: ['billing'], ok: 200 },
  { name: 'ledger', method: 'GET', path: '/api/credits/ledger', enough: ['billing'], ok: 200 },
].map((endpoint) => ({ caller: 'key', ...endpoint }));

const KEY_BODY = { name: 'made by the trial', scopes: ['read'] };

/** @type {Endpoint[]} */
export const OTHER_ENDPOINTS = [
  ...[
    { name: 'list keys', method: 'GET', path: '/api/keys', ok: 200 },
    { name: 'create a key', method: 'POST', path: '/api/keys', ok: 201, body: KEY_BODY },
    {
      name: 'create a key with no scopes',
      method: 'POST',
      path: '/api/keys',
      ok: 400,
      body: { name: 'x', scopes: [] },
    },
    {
      name: 'rename a key',
      method: 'PATCH',
      path: '/api/keys/{key}',
      ok: 200,
      foreign: 404,
      body: { name: 'renamed' },
    },
    {
      name: 'rename nothing',
      method: 'PATCH',
      path: '/api/keys/nothing',
      ok: 404,
      body: { name: 'renamed' },
    },
    {
      name: 'rotate a key with a bad grace',
      method: 'POST',
      path: '/api/keys/{key}/rotate',
      ok: 400,
      body: { graceSeconds: -1 },
    },
    { name: 'rotate nothing', method: 'POST', path: '/api/keys/nothing/rotate', ok: 404, body: {} },
    { name: 'revoke a key', method: 'DELETE', path: '/api/keys/{key}', ok: 200, foreign: 404 },
    {
      name: 'revoke nothing',
      method: 'DELETE',
      path: '/api/keys/key_00000000000000000000000000000000',
      ok: 404,
    },
    { name: 'account', method: 'GET', path: '/api/account', ok: 200 },
    { name: 'change the account', method: 'PATCH', path: '/api/account', ok: 200, body: { alertBelow: 1 } },
    { name: 'change nothing of the account', method: 'PATCH', path: '/api/account', ok: 400, body: {} },
    { name: 'export', method: 'GET', path: '/api/account/export', ok: 200 },
    {
      name: 'delete the account without a password',
      method: 'DELETE',
      path: '/api/account',
      ok: 400,
      body: {},
    },
    { name: 'members', method: 'GET', path: '/api/account/members', ok: 200 },
    {
      name: 'change the role of an unknown member',
      method: 'PATCH',
      path: '/api/account/members/usr_00000000000000000000000000000000',
      ok: 404,
      body: { role: 'viewer' },
    },
    {
      name: 'remove an unknown member',
      method: 'DELETE',
      path: '/api/account/members/usr_00000000000000000000000000000000',
      ok: 404,
    },
    {
      name: 'invite with no role',
      method: 'POST',
      path: '/api/account/invitations',
      ok: 400,
      body: { email: 'guest@example.test' },
    },
    {
      name: 'withdraw nothing',
      method: 'DELETE',
      path: '/api/account/invitations/inv_00000000000000000000000000000000',
      ok: 404,
    },
    {
      name: 'accept with no link',
      method: 'POST',
      path: '/api/account/invitations/accept',
      ok: 400,
      body: { token: 'nothing' },
    },
    {
      name: 'switch to no account',
      method: 'POST',
      path: '/api/auth/switch',
      ok: 404,
      body: { accountId: 'acc_00000000000000000000000000000000' },
    },
    { name: 'audit trail', method: 'GET', path: '/api/audit', ok: 200 },
    { name: 'request log', method: 'GET', path: '/api/requests', ok: 200 },
    { name: 'packs', method: 'GET', path: '/api/billing/packs', ok: 200 },
    { name: 'plans', method: 'GET', path: '/api/billing/plans', ok: 200 },
    { name: 'payments', method: 'GET', path: '/api/billing/payments', ok: 200 },
    // Nothing is for sale without a payment service.
    { name: 'buy', method: 'POST', path: '/api/billing/checkout', ok: 409, body: { pack: 'small' } },
    { name: 'buy nothing', method: 'POST', path: '/api/billing/checkout', ok: 400, body: {} },
    { name: 'invoices of nothing', method: 'POST', path: '/api/billing/portal', ok: 409 },
    { name: 'profile', method: 'GET', path: '/api/auth/me', ok: 200 },
    { name: 'sessions', method: 'GET', path: '/api/auth/sessions', ok: 200 },
    { name: 'end all other sessions', method: 'DELETE', path: '/api/auth/sessions', ok: 204 },
    {
      name: 'end no session',
      method: 'DELETE',
      path: '/api/auth/sessions/ses_00000000000000000000000000000000',
      ok: 404,
    },
    { name: 'verification of the email', method: 'POST', path: '/api/auth/email/verification', ok: 202 },
    { name: 'change the password to nothing', method: 'POST', path: '/api/auth/password', ok: 400, body: {} },
    { name: 'overview', method: 'GET', path: '/api/dashboard/overview', ok: 200 },
    { name: 'own predictions', method: 'GET', path: '/api/dashboard/predictions', ok: 200 },
    { name: 'own reframes', method: 'GET', path: '/api/dashboard/reframes', ok: 200 },
    {
      name: 'own prediction',
      method: 'GET',
      path: '/api/dashboard/predictions/{prediction.mine}',
      ok: 200,
      foreign: 404,
    },
    {
      name: 'cancel own prediction',
      method: 'POST',
      path: '/api/dashboard/predictions/{prediction.mine}/cancel',
      ok: 200,
      foreign: 404,
    },
    {
      name: 'delete own prediction',
      method: 'DELETE',
      path: '/api/dashboard/predictions/{prediction.mine}',
      ok: 200,
      early: 409,
      foreign: 404,
    },
    {
      name: 'quote without a key',
      method: 'POST',
      path: '/api/dashboard/quote',
      ok: 200,
      body: GOOD_BODIES.image,
    },
    {
      name: 'start without a key',
      method: 'POST',
      path: '/api/dashboard/predictions',
      ok: 201,
      body: GOOD_BODIES.image,
    },
    {
      name: 'start without a key, a field too many',
      method: 'POST',
      path: '/api/dashboard/predictions',
      ok: 400,
      body: { ...GOOD_BODIES.image, surprise: 1 },
    },
    { name: 'upload what is no file', method: 'POST', path: '/api/dashboard/uploads', ok: 415, body: {} },
    { name: 'balance without a key', method: 'GET', path: '/api/dashboard/credits/balance', ok: 200 },
    { name: 'statement', method: 'GET', path: '/api/dashboard/credits/ledger', ok: 200 },
    { name: 'statement as a file', method: 'GET', path: '/api/dashboard/credits/ledger.csv', ok: 200 },
    { name: 'spending', method: 'GET', path: '/api/dashboard/credits/spend?by=model', ok: 200 },
    { name: 'spending by nothing', method: 'GET', path: '/api/dashboard/credits/spend', ok: 400 },
  ].map((endpoint) => ({ caller: 'person', ...endpoint })),
  ...[
    {
      name: 'grant',
      method: 'POST',
      path: '/api/admin/credits/grants',
      ok: 201,
      body: { accountId: '{account}', amount: 1, note: 'x' },
    },
    { name: 'grant nothing', method: 'POST', path: '/api/admin/credits/grants', ok: 400, body: {} },
    {
      name: 'adjust',
      method: 'POST',
      path: '/api/admin/credits/adjustments',
      ok: 201,
      body: { accountId: '{account}', amount: 1, note: 'x' },
    },
    { name: 'adjust nothing', method: 'POST', path: '/api/admin/credits/adjustments', ok: 400, body: {} },
    { name: 'accounts', method: 'GET', path: '/api/admin/accounts', ok: 200 },
    { name: 'an account', method: 'GET', path: '/api/admin/accounts/{account}', ok: 200 },
    { name: 'no account', method: 'GET', path: '/api/admin/accounts/unknown', ok: 404 },
    {
      name: 'lift no suspension',
      method: 'PATCH',
      path: '/api/admin/accounts/{account}',
      ok: 200,
      body: { suspended: false },
    },
    {
      name: 'suspend an unknown account',
      method: 'PATCH',
      path: '/api/admin/accounts/unknown',
      ok: 404,
      body: { suspended: true },
    },
    { name: 'members of an account', method: 'GET', path: '/api/admin/accounts/{account}/members', ok: 200 },
    { name: 'export of no account', method: 'GET', path: '/api/admin/accounts/unknown/export', ok: 404 },
    { name: 'delete no account', method: 'DELETE', path: '/api/admin/accounts/unknown', ok: 404 },
    { name: 'open an account', method: 'POST', path: '/api/admin/accounts', ok: 201, body: {} },
    { name: 'open no account', method: 'POST', path: '/api/admin/accounts', ok: 400, body: { plan: 'none' } },
    {
      name: 'create no key of an account',
      method: 'POST',
      path: '/api/admin/accounts/{account}/keys',
      ok: 400,
      body: {},
    },
    {
      name: 'audit trail of an account',
      method: 'GET',
      path: '/api/admin/accounts/{account}/audit',
      ok: 200,
    },
    { name: 'operator keys', method: 'GET', path: '/api/admin/operator-keys', ok: 200 },
    { name: 'create no operator key', method: 'POST', path: '/api/admin/operator-keys', ok: 400, body: {} },
    { name: 'revoke no operator key', method: 'DELETE', path: '/api/admin/operator-keys/nothing', ok: 404 },
    { name: 'statement of an account', method: 'GET', path: '/api/admin/accounts/{account}/ledger', ok: 200 },
    { name: 'all payments', method: 'GET', path: '/api/admin/payments', ok: 200 },
    { name: 'refund nothing', method: 'POST', path: '/api/admin/payments/nothing/refund', ok: 404 },
    { name: 'subscriptions to look at', method: 'GET', path: '/api/admin/subscriptions', ok: 200 },
    { name: 'all predictions', method: 'GET', path: '/api/admin/predictions', ok: 200 },
    { name: 'any prediction', method: 'GET', path: '/api/admin/predictions/{prediction.image}', ok: 200 },
    {
      name: 'cancel an unknown prediction',
      method: 'POST',
      path: '/api/admin/predictions/nothing/cancel',
      ok: 404,
    },
    {
      name: 'fail without a reason',
      method: 'POST',
      path: '/api/admin/predictions/{prediction.image}/fail',
      ok: 400,
      body: {},
    },
    { name: 'providers', method: 'GET', path: '/api/admin/providers', ok: 200 },
    { name: 'check a provider', method: 'POST', path: '/api/admin/providers/embedded/check', ok: 200 },
    {
      name: 'check an unknown provider',
      method: 'POST',
      path: '/api/admin/providers/unknown/check',
      ok: 404,
    },
    { name: 'usage of all', method: 'GET', path: '/api/admin/usage?groupBy=modelKey', ok: 200 },
    { name: 'overview', method: 'GET', path: '/api/admin/overview', ok: 200 },
    { name: 'usage of an account', method: 'GET', path: '/api/admin/accounts/{account}/usage', ok: 200 },
    { name: 'usage of no account', method: 'GET', path: '/api/admin/accounts/unknown/usage', ok: 404 },
    ...[
      ['models', 'embedded-image'],
      ['plans', 'pro'],
      ['packs', 'small'],
    ].flatMap(([list, key]) => [
      { name: `catalogue: ${list}`, method: 'GET', path: `/api/admin/catalogue/${list}`, ok: 200 },
      {
        name: `change one of the ${list}`,
        method: 'PATCH',
        path: `/api/admin/catalogue/${list}/${key}`,
        ok: 200,
        body: { enabled: true },
      },
      {
        name: `change none of the ${list}`,
        method: 'PATCH',
        path: `/api/admin/catalogue/${list}/nothing`,
        ok: 404,
        body: { enabled: true },
      },
      {
        name: `versions of one of the ${list}`,
        method: 'GET',
        path: `/api/admin/catalogue/${list}/${key}/versions`,
        ok: 200,
      },
      {
        name: `restore one of the ${list}`,
        method: 'POST',
        path: `/api/admin/catalogue/${list}/${key}/restore`,
        ok: 200,
        body: { version: 1 },
      },
    ]),
    { name: 'export of the catalogue', method: 'GET', path: '/api/admin/catalogue/export', ok: 200 },
    { name: 'audit trail of all', method: 'GET', path: '/api/admin/audit', ok: 200 },
    { name: 'system', method: 'GET', path: '/api/admin/system', ok: 200 },
    { name: 'latest verification', method: 'GET', path: '/api/admin/ledger/verification', ok: 200 },
    { name: 'verify the ledger', method: 'POST', path: '/api/admin/ledger/verification', ok: 202 },
  ].map((endpoint) => ({ caller: 'admin', ...endpoint })),
  ...[
    { name: 'unsigned webhook', method: 'POST', path: '/api/billing/webhooks/none', ok: 400, body: {} },
    {
      name: 'webhook of an unknown provider',
      method: 'POST',
      path: '/api/billing/webhooks/unknown',
      ok: 404,
      body: {},
    },
    { name: 'models', method: 'GET', path: '/api/models', ok: 200 },
    { name: 'one model', method: 'GET', path: '/api/models/embedded-image', ok: 200 },
    { name: 'no model', method: 'GET', path: '/api/models/unknown-model', ok: 404 },
    { name: 'output without its signature', method: 'GET', path: '/api/assets/predictions/x/0.png', ok: 404 },
    {
      name: 'headers of an output without its signature',
      method: 'HEAD',
      path: '/api/assets/predictions/x/0.png',
      ok: 404,
    },
    { name: 'register without fields', method: 'POST', path: '/api/auth/register', ok: 400, body: {} },
    {
      name: 'sign up with no invitation',
      method: 'POST',
      path: '/api/auth/register/invited',
      ok: 400,
      body: { token: 'nothing', password: 'correct horse battery' },
    },
    {
      name: 'set up what is set up',
      method: 'POST',
      path: '/api/auth/setup',
      ok: 409,
      body: { token: 'nothing', email: 'user@example.test', password: 'correct horse battery' },
    },
    { name: 'sign in without fields', method: 'POST', path: '/api/auth/login', ok: 400, body: {} },
    { name: 'refresh nothing', method: 'POST', path: '/api/auth/refresh', ok: 401, body: {} },
    { name: 'sign out without a session', method: 'POST', path: '/api/auth/logout', ok: 204, body: {} },
    {
      name: 'forgotten password without an email',
      method: 'POST',
      path: '/api/auth/password/forgot',
      ok: 400,
      body: {},
    },
    {
      name: 'set a password with no link',
      method: 'POST',
      path: '/api/auth/password/reset',
      ok: 400,
      body: { token: 'nothing', password: 'correct horse battery' },
    },
    {
      name: 'verify an email with no link',
      method: 'POST',
      path: '/api/auth/email/verify',
      ok: 400,
      body: { token: 'nothing' },
    },
    { name: 'description', method: 'GET', path: '/api/openapi.json', ok: 200 },
    { name: 'description as YAML', method: 'GET', path: '/api/openapi.yaml', ok: 200 },
    { name: 'description for tools', method: 'GET', path: '/api/openapi-tools.json', ok: 200 },
    { name: 'documentation', method: 'GET', path: '/api/docs', ok: 200 },
    { name: 'manual', method: 'GET', path: '/docs/', ok: 200 },
    { name: 'live', method: 'GET', path: '/health/live', ok: 200 },
    { name: 'ready', method: 'GET', path: '/health/ready', ok: 200 },
    // The trial's requests are forwarded by a proxy, which is not a metrics reader.
    { name: 'metrics', method: 'GET', path: '/metrics', ok: 404 },
    { name: 'nothing', method: 'GET', path: '/api/nothing', ok: 404 },
  ].map((endpoint) => ({ caller: 'public', ...endpoint })),
];

/** Credentials derived from an API key with a set of scopes. `good` ones are accepted within their scopes. */
export const KEY_KINDS = {
  'own key': { good: true },
  'key of another account': { good: true, foreign: true },
  'revoked key': {},
  'key with a wrong checksum': {},
  'key in capitals': { scopeless: true },
  'key with a character more': { scopeless: true },
  'key as Basic': { scopeless: true },
};

/** Credentials that carry no scopes. */
export const OTHER_KINDS = {
  nothing: {},
  'an empty Bearer': {},
  garbage: {},
  'a well-formed unknown key': {},
  'a well-formed unknown test key': {},
  'a well-formed unknown operator key': {},
  'own token': { person: true },
  'token of another account': { person: true, foreign: true },
  'token of an administrator': { person: true, admin: true, foreign: true },
  'expired token': {},
  'token after logout': {},
  'forged token': {},
};

/** Returns the status that the contract requires for this endpoint and this credential. */
export function expectedStatus(endpoint, kind, scopes) {
  const credential = KEY_KINDS[kind] ?? OTHER_KINDS[kind];
  const found = credential.foreign ? (endpoint.foreign ?? endpoint.ok) : endpoint.ok;
  if (endpoint.caller === 'public') return endpoint.ok;
  if (endpoint.caller !== 'key') {
    if (!credential.person) return 401;
    return endpoint.caller === 'admin' && !credential.admin ? 403 : found;
  }
  if (endpoint.orPerson && credential.person) return found;
  if (!credential.good) return 401;
  const has = (enough) => enough.some((scope) => scopes.includes(scope));
  if (!has(endpoint.enough)) return 403;
  if (endpoint.own && !credential.foreign && !has(endpoint.own)) return 403;
  return found;
}
