// The access matrix: every endpoint, and what each kind of credential gets from it. It is written from the contract alone,
// independently of the code and of openapi.json. Two drivers compare the service with it: trial A1 sends every cell to running
// processes, in random order and with every set of scopes; test/flows/access-matrix.test.ts sends them in the order of this table
// to a service inside the test.

export const MODALITIES = ['image', 'video', 'audio', '3d'];
const GENERATE = MODALITIES.map((modality) => `generate:${modality}`);
export const SCOPES = ['read', 'write', ...GENERATE, 'billing'];

/** Returns the 127 sets of scopes that a key can have. The empty set is rejected: a row below tries it. */
export function scopeSets() {
  return Array.from({ length: 2 ** SCOPES.length - 1 }, (_, bits) =>
    SCOPES.filter((_scope, at) => (bits + 1) & (1 << at)),
  );
}

/** A valid body per modality, so that only the credential decides. */
export const GOOD_BODIES = {
  image: { modelKey: 'embedded-fault', mode: 'ok' },
  video: { modelKey: 'embedded-video', prompt: 'a lighthouse', duration: 1 },
  audio: { modelKey: 'embedded-sound', prompt: 'rain', duration: 1 },
  '3d': { modelKey: 'embedded-mesh', prompt: 'a vase' },
};

/** What a credential is good for. All others, which the drivers make up, are good for nothing. */
const CREDENTIALS = {
  'own key': { key: true },
  'key of another account': { key: true, foreign: true },
  'own token': { person: true },
  'token of another account': { person: true, foreign: true },
  'token of an administrator': { person: true, foreign: true, admin: true },
  'cookie only': { cookie: true },
};

/** Returns the endpoints of rows: the method with the path, the status for who may call it, and the rest of access-contract.d.mts. */
const rows = (caller, list, common) =>
  list.map(([request, ok, more]) => {
    const [method, path] = request.split(' ');
    return { caller, method, path, ok, ...common, ...more };
  });
/** @param enough scopes of which any one suffices */
const keyRows = (enough, list) => rows('key', list, { enough });
/** Signed-in users may call these too; they have no scopes. */
const sharedRows = (enough, list) => rows('key or person', list, { enough });

const NONE = '0'.repeat(32);
const PASSWORD = 'correct horse battery staple';
const ANY_GENERATE = ['write', ...GENERATE];
const ANY_READ = ['read', ...ANY_GENERATE];

function ofModality(modality) {
  const body = GOOD_BODIES[modality];
  const one = `/api/generate/{prediction.${modality}}`;
  const own = ['write', `generate:${modality}`];
  return [
    ...keyRows(own, [
      ['POST /api/generate', 201, { body }],
      ['POST /api/generate', 400, { body: { ...body, surprise: 1 } }],
      ['POST /api/generate/quote', 200, { body }],
    ]),
    ...keyRows(ANY_READ, [
      [`GET /api/generate/status/{prediction.${modality}}`, 200, { own: ['read', ...own], foreign: 404 }],
      [`GET /api/generate/status?ids={prediction.${modality}}`, 200],
    ]),
    ...keyRows(ANY_GENERATE, [
      [`POST ${one}/cancel`, 200, { own, foreign: 404 }],
      [`DELETE ${one}`, 200, { own, foreign: 404, early: 409 }],
    ]),
  ];
}

const PREDICTIONS = [
  ...MODALITIES.flatMap(ofModality),
  ...keyRows(ANY_GENERATE, [
    ['POST /api/uploads', 415, { body: {} }],
    ['POST /api/generate', 400, { body: { modelKey: 'unknown-model' } }],
    ['POST /api/generate', 400, { body: {} }],
    ['POST /api/generate', 400, { body: '{"modelKey":' }],
    ['POST /api/generate/quote', 400, { body: { modelKey: 'unknown-model' } }],
    ['POST /api/generate/nothing/cancel', 404],
  ]),
  ...keyRows(ANY_READ, [
    // Each id is checked separately. For another account, and for a key that may not see it, an id is unknown.
    ['GET /api/generate/status?ids={prediction.image},{prediction.audio}', 200],
    [`GET /api/generate/status/pred_${NONE}`, 404],
    ['GET /api/generate/status/{prediction.image}?wait=61', 400],
  ]),
  ...keyRows(
    ['read'],
    [
      ['GET /api/generate/history', 200],
      ['GET /api/generate/history?keyId={key}', 200],
      ['GET /api/generate/history?limit=0', 400],
      ['GET /api/generate/reframe/history', 200],
    ],
  ),
];

const ACCOUNTS_OF_KEYS = [
  ...keyRows(SCOPES, [['GET /api/key', 200]]),
  ...keyRows(
    ['billing'],
    [
      ['GET /api/credits/balance', 200],
      ['GET /api/credits/ledger', 200],
    ],
  ),
  ...sharedRows(
    ['billing'],
    [
      ['GET /api/usage', 200],
      ['GET /api/usage?groupBy=nothing', 400],
    ],
  ),
  ...sharedRows(['read'], [['GET /api/end-users/customer-1', 200]]),
  ...sharedRows(
    ['write'],
    [
      ['PUT /api/end-users/customer-1', 200, { body: { spendLimit: { credits: 1_000_000, period: 'day' } } }],
      ['PUT /api/end-users/customer-1', 400, { body: {} }],
      ['DELETE /api/end-users/customer-1', 204],
    ],
  ),
];

const PEOPLE = rows('person', [
  ['GET /api/keys', 200],
  ['POST /api/keys', 201, { body: { name: 'made', scopes: ['read'] } }],
  ['POST /api/keys', 400, { body: { name: 'x', scopes: [] } }],
  ['PATCH /api/keys/{key}', 200, { foreign: 404, body: { name: 'renamed' } }],
  ['PATCH /api/keys/nothing', 404, { body: { name: 'renamed' } }],
  ['POST /api/keys/{key}/rotate', 400, { body: { graceSeconds: -1 } }],
  ['POST /api/keys/nothing/rotate', 404, { body: {} }],
  ['DELETE /api/keys/{key}', 200, { foreign: 404 }],
  ['POST /api/keys/{key}/rotate', 409, { foreign: 404, body: {}, inOrder: true }],
  [`DELETE /api/keys/key_${NONE}`, 404],
  ['GET /api/account', 200],
  ['PATCH /api/account', 200, { body: { name: 'a name' } }],
  ['PATCH /api/account', 200, { body: { alertBelow: 1 } }],
  ['PATCH /api/account', 400, { body: {} }],
  ['GET /api/account/export', 200],
  // The password is missing.
  ['DELETE /api/account', 400, { body: {} }],
  ['GET /api/account/members', 200],
  ['PATCH /api/account/members/{user}', 200, { foreign: 404, body: { role: 'owner' } }],
  [`PATCH /api/account/members/usr_${NONE}`, 404, { body: { role: 'viewer' } }],
  [`DELETE /api/account/members/usr_${NONE}`, 404],
  ['POST /api/account/invitations', 201, { body: { email: 'guest@example.test', role: 'viewer' } }],
  ['POST /api/account/invitations', 400, { body: { email: 'guest@example.test' } }],
  [`DELETE /api/account/invitations/inv_${NONE}`, 404],
  ['POST /api/account/invitations/accept', 400, { body: { token: 'nothing' } }],
  ['POST /api/auth/switch', 404, { body: { accountId: `acc_${NONE}` } }],
  ['GET /api/audit', 200],
  ['GET /api/requests', 200],
  ['GET /api/billing/packs', 200],
  ['GET /api/billing/plans', 200],
  ['GET /api/billing/payments', 200],
  // Nothing is for sale without a payment service.
  ['POST /api/billing/checkout', 409, { body: { pack: 'small' } }],
  ['POST /api/billing/checkout', 400, { body: {} }],
  ['POST /api/billing/portal', 409],
  ['GET /api/auth/me', 200],
  ['GET /api/auth/sessions', 200],
  ['DELETE /api/auth/sessions', 204],
  [`DELETE /api/auth/sessions/ses_${NONE}`, 404],
  ['POST /api/auth/email/verification', 202],
  ['POST /api/auth/password', 400, { body: { current: '{password}', next: 'too short' } }],
  ['POST /api/auth/password', 400, { body: {} }],
  ['GET /api/dashboard/overview', 200],
  ['GET /api/dashboard/predictions', 200],
  ['GET /api/dashboard/reframes', 200],
  ['GET /api/dashboard/predictions/{prediction.mine}', 200, { foreign: 404 }],
  ['POST /api/dashboard/predictions/{prediction.mine}/cancel', 200, { foreign: 404 }],
  ['DELETE /api/dashboard/predictions/{prediction.mine}', 200, { foreign: 404, early: 409 }],
  ['POST /api/dashboard/quote', 200, { body: GOOD_BODIES.image }],
  ['POST /api/dashboard/predictions', 201, { body: GOOD_BODIES.image }],
  ['POST /api/dashboard/predictions', 400, { body: { ...GOOD_BODIES.image, surprise: 1 } }],
  ['POST /api/dashboard/uploads', 415, { body: {} }],
  ['GET /api/dashboard/credits/balance', 200],
  ['GET /api/dashboard/credits/ledger', 200],
  ['GET /api/dashboard/credits/ledger.csv', 200],
  ['GET /api/dashboard/credits/spend?by=day', 200],
  ['GET /api/dashboard/credits/spend?by=model', 200],
  ['GET /api/dashboard/credits/spend', 400],
]);

const ofEntries = (list, key) => [
  [`GET /api/admin/catalogue/${list}`, 200],
  [`PATCH /api/admin/catalogue/${list}/${key}`, 200, { body: { enabled: true } }],
  [`PATCH /api/admin/catalogue/${list}/nothing`, 404, { body: { enabled: true } }],
  [`GET /api/admin/catalogue/${list}/${key}/versions`, 200],
  [`POST /api/admin/catalogue/${list}/${key}/restore`, 200, { body: { version: 1 } }],
];

const ADMINISTRATORS = rows('admin', [
  ['POST /api/admin/credits/grants', 201, { body: { accountId: '{account}', amount: 1, note: 'a grant' } }],
  ['POST /api/admin/credits/grants', 400, { body: {} }],
  [
    'POST /api/admin/credits/adjustments',
    201,
    { body: { accountId: '{account}', amount: -1, note: 'a correction' } },
  ],
  ['POST /api/admin/credits/adjustments', 400, { body: {} }],
  ['GET /api/admin/accounts', 200],
  ['GET /api/admin/accounts/{account}', 200],
  ['GET /api/admin/accounts/unknown', 404],
  ['PATCH /api/admin/accounts/{account}', 200, { body: { suspended: false } }],
  ['PATCH /api/admin/accounts/unknown', 404, { body: { suspended: true } }],
  ['GET /api/admin/accounts/{account}/members', 200],
  ['GET /api/admin/accounts/unknown/export', 404],
  [`GET /api/admin/accounts/acc_${NONE}/export`, 404],
  ['DELETE /api/admin/accounts/unknown', 404],
  [`DELETE /api/admin/accounts/acc_${NONE}`, 404],
  ['POST /api/admin/accounts', 201, { body: {} }],
  ['POST /api/admin/accounts', 400, { body: { plan: 'none' } }],
  ['POST /api/admin/accounts/{account}/keys', 201, { body: { name: 'made for them', scopes: ['read'] } }],
  ['POST /api/admin/accounts/{account}/keys', 400, { body: {} }],
  ['GET /api/admin/accounts/{account}/audit', 200],
  ['GET /api/admin/accounts/{account}/ledger', 200],
  ['GET /api/admin/accounts/{account}/usage', 200],
  ['GET /api/admin/accounts/unknown/usage', 404],
  ['GET /api/admin/operator-keys', 200],
  ['POST /api/admin/operator-keys', 201, { body: { name: 'Shop', scopes: ['accounts:read'] } }],
  ['POST /api/admin/operator-keys', 400, { body: {} }],
  ['DELETE /api/admin/operator-keys/nothing', 404],
  [`DELETE /api/admin/operator-keys/opk_${NONE}`, 404],
  ['GET /api/admin/payments', 200],
  ['POST /api/admin/payments/nothing/refund', 404],
  ['GET /api/admin/subscriptions', 200],
  ['GET /api/admin/predictions', 200],
  ['GET /api/admin/predictions/{prediction.image}', 200],
  ['POST /api/admin/predictions/{prediction.image}/cancel', 200],
  ['POST /api/admin/predictions/nothing/cancel', 404],
  ['POST /api/admin/predictions/{prediction.image}/fail', 200, { body: { note: 'a reason' } }],
  ['POST /api/admin/predictions/{prediction.image}/fail', 400, { body: {} }],
  ['GET /api/admin/providers', 200],
  ['POST /api/admin/providers/embedded/check', 200],
  ['POST /api/admin/providers/unknown/check', 404],
  ['GET /api/admin/usage', 200],
  ['GET /api/admin/usage?groupBy=modelKey', 200],
  ['GET /api/admin/overview', 200],
  ...ofEntries('models', 'embedded-image'),
  ...ofEntries('plans', 'pro'),
  ...ofEntries('packs', 'small'),
  ['GET /api/admin/catalogue/export', 200],
  ['GET /api/admin/audit', 200],
  ['GET /api/admin/system', 200],
  ['GET /api/admin/ledger/verification', 200],
  ['POST /api/admin/ledger/verification', 202],
]);

const ANYONE = rows('anyone', [
  ['POST /api/billing/webhooks/none', 400, { body: {} }],
  ['POST /api/billing/webhooks/unknown', 404, { body: {} }],
  ['GET /api/models', 200],
  ['GET /api/models/embedded-image', 200],
  ['GET /api/models/unknown-model', 404],
  ['GET /api/assets/pred_1/0.png?expires=1&signature=x', 404, { undescribed: true }],
  ['GET /api/assets/predictions/x/0.png', 404, { undescribed: true }],
  ['HEAD /api/assets/predictions/x/0.png', 404, { undescribed: true }],
  ['POST /api/auth/register', 201, { body: { email: 'matrix-{new}@example.test', password: PASSWORD } }],
  ['POST /api/auth/register', 400, { body: {} }],
  ['POST /api/auth/register/invited', 400, { body: { token: 'nothing', password: PASSWORD } }],
  [
    'POST /api/auth/setup',
    409,
    { body: { token: 'nothing', email: 'matrix-{new}@example.test', password: PASSWORD } },
  ],
  ['POST /api/auth/login', 200, { body: { email: '{email}', password: '{password}' } }],
  ['POST /api/auth/login', 400, { body: {} }],
  ['POST /api/auth/refresh', 401, { body: {}, code: 'invalid_refresh_token', withCookie: 200 }],
  ['POST /api/auth/logout', 204, { body: {} }],
  ['POST /api/auth/password/forgot', 202, { body: { email: 'matrix-{new}@example.test' } }],
  ['POST /api/auth/password/forgot', 400, { body: {} }],
  ['POST /api/auth/password/reset', 400, { body: { token: 'nothing', password: PASSWORD } }],
  ['POST /api/auth/email/verify', 400, { body: { token: 'nothing' } }],
  ['GET /api/openapi.json', 200],
  ['GET /api/openapi.yaml', 200],
  ['GET /api/openapi-tools.json', 200],
  ['GET /api/docs', 200],
  ['GET /docs/', 200, { undescribed: true }],
  ['GET /health/live', 200],
  ['GET /health/ready', 200],
  // The requests of the drivers are forwarded by a proxy, which is not a metrics reader.
  ['GET /metrics', 404],
  ['GET /api/nothing-here', 404, { undescribed: true }],
]);

export const ENDPOINTS = [...PREDICTIONS, ...ACCOUNTS_OF_KEYS, ...PEOPLE, ...ADMINISTRATORS, ...ANYONE];

/** Where several kinds of credentials are accepted, the form of the one that was sent decides what it is not. */
function codeOf401(caller, authorization) {
  if (caller === 'key' || (caller === 'key or person' && /^Bearer of_(live|test)_/i.test(authorization)))
    return 'invalid_api_key';
  return caller === 'admin' && /^Bearer of_ops_/.test(authorization)
    ? 'invalid_operator_key'
    : 'invalid_token';
}

/** Returns what the contract requires for this endpoint and this credential: a status, and the code of an error of access. */
export function expectedOf(endpoint, { kind, scopes = [], headers }) {
  const { caller, ok, enough, own } = endpoint;
  const { key, person, admin, foreign, cookie } = CREDENTIALS[kind] ?? {};
  if (caller === 'anyone')
    return cookie && endpoint.withCookie
      ? { status: endpoint.withCookie }
      : { status: ok, code: endpoint.code };
  const allowed = { status: (foreign && endpoint.foreign) || ok };
  if (person && caller !== 'key')
    return caller === 'admin' && !admin ? { status: 403, code: 'forbidden' } : allowed;
  if (!key || !enough) return { status: 401, code: codeOf401(caller, headers.authorization) };
  const has = (wanted) => wanted.some((scope) => scopes.includes(scope));
  return has(enough) && (!own || foreign || has(own)) ? allowed : { status: 403, code: 'insufficient_scope' };
}

/** Returns the request of an endpoint with the prepared ids. A body that is text is sent as it is. */
export function requestOf({ method, path, body }, ids) {
  const fill = (text) =>
    text.replace(/\{(\w+)(?:\.(\w+))?\}/g, (_, what, which) => (which ? ids[what][which] : ids[what]));
  const sent = typeof body === 'object' ? JSON.parse(fill(JSON.stringify(body))) : body;
  return { method, path: fill(path), body: sent };
}

/** Returns the described operations that the table lacks, so that new routes are tried as well. */
export function missingFrom(operations) {
  return operations.filter(({ method, template }) => {
    const pattern = new RegExp(`^${template.replace('{name}', '.+').replace(/\{\w+\}/g, '[^/]+')}$`);
    return !ENDPOINTS.some((one) => one.method === method && pattern.test(one.path.split('?')[0]));
  });
}
