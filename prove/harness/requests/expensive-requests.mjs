// The most expensive known request of every route: the longest pages with filters that match little, sums over the longest period in
// the finest groups, exports, bodies with many nodes, passwords to hash. B3 sends them. A route of openapi.json without an entry fails
// that trial, so that the cost of a new route is considered.
//
//   'METHOD /template': { as, path, body?, isFile? }    as: the caller; `requestOf` fills {placeholders} except
//                                                        `{new}`, which is another text in each request

const LONG = 'n'.repeat(200);
/** The longest page, without a period, with a filter that requires reading every row. */
const PAGE = 'limit=100&from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z';
const PREDICTIONS = `${PAGE}&status=completed&externalUserId=no-such-user&modelKey=model-3`;
const ENTRIES = `${PAGE}&kind=adjustment`;
const EVENTS = `${PAGE}&action=key.created&target=no-such-target`;
const USAGE = 'from={month}&to={now}&groupBy=day,modelKey,keyId,modality,externalUserId,status';
const NOTHING = '00000000000000000000000000000000';
const PASSWORD = 'correct horse battery '.padEnd(128, 'x');
/** As many values of every kind as fit into a body; a validator visits each. */
const NODES = { a: Array.from({ length: 2_000 }, () => ({ b: [{}], c: '\u0000', d: 1e300 })) };
const GENERATE = {
  modelKey: 'embedded-image',
  prompt: '\u20ac'.repeat(1_900),
  metadata: Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`k${at}`, LONG])),
};
const SETTINGS = {
  name: 'dear',
  scopes: ['read'],
  allowedIps: Array.from({ length: 20 }, (_, at) => `10.0.${at}.0/24`),
};

const as = (who) => (path, body) => ({ as: who, path, ...(body && { body }) });
const [anonymous, key, person, admin] = ['anonymous', 'key', 'person', 'admin'].map(as);
/** Sent in slices without a time limit. */
const file = (entry) => ({ ...entry, isFile: true });

/** The routes that all parts of the live catalogue share. */
const catalogueRoutes = (list, name, one) => {
  const path = `/api/admin/catalogue/${list}`;
  return {
    [`GET ${path}`]: admin(path),
    [`PATCH ${path}/{${name}}`]: admin(`${path}/${one}`, { enabled: true }),
    [`GET ${path}/{${name}}/versions`]: admin(`${path}/${one}/versions?limit=100`),
    [`POST ${path}/{${name}}/restore`]: admin(`${path}/${one}/restore`, { version: 1 }),
  };
};

export const EXPENSIVE_REQUESTS = {
  'GET /api/models': anonymous('/api/models'),
  'GET /api/models/{modelKey}': anonymous('/api/models/embedded-image'),
  'POST /api/generate': key('/api/generate', GENERATE),
  'POST /api/generate/quote': key('/api/generate/quote', GENERATE),
  'GET /api/generate/status': key('/api/generate/status?ids={predictions}'),
  'GET /api/generate/status/{predictionId}': key('/api/generate/status/{prediction}?timeline=true'),
  'POST /api/generate/{predictionId}/cancel': key('/api/generate/{prediction}/cancel'),
  'DELETE /api/generate/{predictionId}': key(`/api/generate/pred_${NOTHING}`),
  'POST /api/uploads': key('/api/uploads', NODES),
  'GET /api/generate/history': key(`/api/generate/history?${PREDICTIONS}`),
  'GET /api/generate/reframe/history': key(`/api/generate/reframe/history?${PREDICTIONS}`),
  'GET /api/assets/{name}': anonymous(`/api/assets/predictions/${LONG}/0.png?signature=${LONG}&expires=1`),
  'HEAD /api/assets/{name}': anonymous(`/api/assets/predictions/${LONG}/0.png?signature=${LONG}&expires=1`),
  'GET /api/credits/balance': key('/api/credits/balance'),
  'GET /api/credits/ledger': key('/api/credits/ledger?limit=100'),
  'GET /api/billing/packs': person('/api/billing/packs'),
  'GET /api/billing/plans': person('/api/billing/plans'),
  'POST /api/billing/checkout': person('/api/billing/checkout', { pack: 'small' }),
  'POST /api/billing/portal': person('/api/billing/portal', {}),
  'GET /api/billing/payments': person('/api/billing/payments?limit=100'),
  'POST /api/billing/webhooks/{provider}': anonymous('/api/billing/webhooks/none', NODES),
  'GET /api/end-users/{externalUserId}': key('/api/end-users/user-3'),
  'PUT /api/end-users/{externalUserId}': key('/api/end-users/user-3', {
    spendLimit: { credits: 1_000_000, period: 'month' },
  }),
  'DELETE /api/end-users/{externalUserId}': key('/api/end-users/user-3'),
  'POST /api/keys': person('/api/keys', SETTINGS),
  'GET /api/keys': person('/api/keys'),
  'PATCH /api/keys/{id}': person('/api/keys/{key}', { name: LONG.slice(0, 60) }),
  'DELETE /api/keys/{id}': person(`/api/keys/key_${NOTHING}`),
  'POST /api/keys/{id}/rotate': person(`/api/keys/key_${NOTHING}/rotate`, { graceSeconds: 604_800 }),
  'GET /api/key': key('/api/key'),
  'POST /api/auth/register': anonymous('/api/auth/register', {
    email: 'dear-{new}@example.test',
    password: PASSWORD,
  }),
  'POST /api/auth/login': anonymous('/api/auth/login', { email: '{email}', password: PASSWORD }),
  'POST /api/auth/refresh': anonymous('/api/auth/refresh', { refreshToken: LONG }),
  'POST /api/auth/logout': anonymous('/api/auth/logout', { refreshToken: LONG }),
  'POST /api/auth/switch': person('/api/auth/switch', { accountId: `acc_${NOTHING}` }),
  'GET /api/auth/me': person('/api/auth/me'),
  'POST /api/auth/password': person('/api/auth/password', { current: PASSWORD, next: PASSWORD }),
  'POST /api/auth/password/forgot': anonymous('/api/auth/password/forgot', { email: '{email}' }),
  'POST /api/auth/password/reset': anonymous('/api/auth/password/reset', { token: LONG, password: PASSWORD }),
  'GET /api/auth/sessions': person('/api/auth/sessions'),
  'DELETE /api/auth/sessions': person('/api/auth/sessions'),
  'DELETE /api/auth/sessions/{id}': person(`/api/auth/sessions/ses_${NOTHING}`),
  'POST /api/auth/setup': anonymous('/api/auth/setup', {
    token: LONG,
    email: 'dear-{new}@example.test',
    password: PASSWORD,
  }),
  'POST /api/auth/email/verify': anonymous('/api/auth/email/verify', { token: LONG }),
  'POST /api/auth/email/verification': person('/api/auth/email/verification', {}),
  'POST /api/auth/register/invited': anonymous('/api/auth/register/invited', {
    token: LONG,
    password: PASSWORD,
  }),
  'GET /api/account': person('/api/account'),
  'PATCH /api/account': person('/api/account', { name: 'a large account', alertBelow: 1 }),
  'DELETE /api/account': person('/api/account', { password: PASSWORD }),
  'GET /api/account/members': person('/api/account/members'),
  'PATCH /api/account/members/{userId}': person(`/api/account/members/usr_${NOTHING}`, { role: 'viewer' }),
  'DELETE /api/account/members/{userId}': person(`/api/account/members/usr_${NOTHING}`),
  'POST /api/account/invitations': person('/api/account/invitations', {
    email: 'dear-{new}@example.test',
    role: 'viewer',
  }),
  'POST /api/account/invitations/accept': person('/api/account/invitations/accept', { token: LONG }),
  'DELETE /api/account/invitations/{id}': person(`/api/account/invitations/inv_${NOTHING}`),
  'GET /api/account/export': file(person('/api/account/export')),
  'GET /api/dashboard/overview': person('/api/dashboard/overview?timeZone=Asia/Kathmandu'),
  'POST /api/dashboard/quote': person('/api/dashboard/quote', GENERATE),
  'POST /api/dashboard/predictions': person('/api/dashboard/predictions', GENERATE),
  'GET /api/dashboard/predictions': person(
    `/api/dashboard/predictions?${PREDICTIONS}&operation=text-to-image`,
  ),
  'GET /api/dashboard/reframes': person(`/api/dashboard/reframes?${PREDICTIONS}`),
  'GET /api/dashboard/predictions/{predictionId}': person(
    '/api/dashboard/predictions/{prediction}?timeline=true',
  ),
  'DELETE /api/dashboard/predictions/{predictionId}': person(`/api/dashboard/predictions/pred_${NOTHING}`),
  'POST /api/dashboard/predictions/{predictionId}/cancel': person(
    '/api/dashboard/predictions/{prediction}/cancel',
  ),
  'POST /api/dashboard/uploads': person('/api/dashboard/uploads', NODES),
  'GET /api/dashboard/credits/balance': person('/api/dashboard/credits/balance'),
  'GET /api/dashboard/credits/ledger': person(`/api/dashboard/credits/ledger?${ENTRIES}`),
  'GET /api/dashboard/credits/ledger.csv': file(person('/api/dashboard/credits/ledger.csv')),
  'GET /api/dashboard/credits/spend': person('/api/dashboard/credits/spend?by=model&timeZone=Asia/Kathmandu'),
  'GET /api/usage': person(`/api/usage?${USAGE}`),
  'GET /api/requests': person(`/api/requests?limit=100&status=500`),
  'GET /api/audit': person(`/api/audit?${EVENTS}`),
  'GET /api/admin/audit': admin(`/api/admin/audit?${EVENTS}`),
  'POST /api/admin/operator-keys': admin('/api/admin/operator-keys', {
    ...{ name: 'dear', scopes: ['usage:read'], allowedIps: SETTINGS.allowedIps },
  }),
  'GET /api/admin/operator-keys': admin('/api/admin/operator-keys?limit=100'),
  'DELETE /api/admin/operator-keys/{id}': admin('/api/admin/operator-keys/nothing'),
  ...catalogueRoutes('models', 'modelKey', 'embedded-image'),
  ...catalogueRoutes('plans', 'key', 'pro'),
  ...catalogueRoutes('packs', 'id', 'small'),
  'GET /api/admin/catalogue/export': admin('/api/admin/catalogue/export'),
  'POST /api/admin/credits/grants': admin('/api/admin/credits/grants', {
    ...{ accountId: '{account}', amount: 1, note: LONG },
  }),
  'POST /api/admin/credits/adjustments': admin('/api/admin/credits/adjustments', {
    ...{ accountId: '{account}', amount: 1, note: LONG },
  }),
  'GET /api/admin/accounts': admin('/api/admin/accounts?limit=100&search=example'),
  'POST /api/admin/accounts': admin('/api/admin/accounts', {}),
  'GET /api/admin/accounts/{id}': admin('/api/admin/accounts/{account}'),
  'PATCH /api/admin/accounts/{id}': admin('/api/admin/accounts/{account}', { suspended: false }),
  'DELETE /api/admin/accounts/{id}': admin(`/api/admin/accounts/acc_${NOTHING}`, { force: true }),
  'GET /api/admin/accounts/{id}/ledger': admin(`/api/admin/accounts/{account}/ledger?${ENTRIES}`),
  'GET /api/admin/predictions': admin(`/api/admin/predictions?${PREDICTIONS}`),
  'GET /api/admin/predictions/{predictionId}': admin('/api/admin/predictions/{prediction}'),
  'POST /api/admin/predictions/{predictionId}/cancel': admin('/api/admin/predictions/{prediction}/cancel'),
  'POST /api/admin/predictions/{predictionId}/fail': admin('/api/admin/predictions/{prediction}/fail', {
    note: LONG,
  }),
  'GET /api/admin/providers': admin('/api/admin/providers'),
  'POST /api/admin/providers/{name}/check': admin('/api/admin/providers/embedded/check'),
  'GET /api/admin/ledger/verification': admin('/api/admin/ledger/verification'),
  'POST /api/admin/ledger/verification': admin('/api/admin/ledger/verification', {}),
  'GET /api/admin/system': admin('/api/admin/system'),
  'POST /api/admin/accounts/{id}/keys': admin('/api/admin/accounts/{account}/keys', SETTINGS),
  'GET /api/admin/accounts/{id}/audit': admin(`/api/admin/accounts/{account}/audit?${EVENTS}`),
  'GET /api/admin/accounts/{id}/members': admin('/api/admin/accounts/{account}/members'),
  'GET /api/admin/accounts/{id}/export': file(admin('/api/admin/accounts/{account}/export')),
  'GET /api/admin/usage': admin(`/api/admin/usage?${USAGE}`),
  'GET /api/admin/accounts/{id}/usage': admin(`/api/admin/accounts/{account}/usage?${USAGE}`),
  'GET /api/admin/payments': admin('/api/admin/payments?limit=100&toRefund=false'),
  'POST /api/admin/payments/{id}/refund': admin('/api/admin/payments/nothing/refund'),
  'GET /api/admin/subscriptions': admin('/api/admin/subscriptions?limit=100&attention=overdue'),
  'GET /api/admin/overview': admin('/api/admin/overview?from={month}&to={now}'),
  'GET /health/live': anonymous('/health/live'),
  'GET /health/ready': anonymous('/health/ready'),
  'GET /metrics': anonymous('/metrics'),
  'GET /api/openapi.json': anonymous('/api/openapi.json'),
  'GET /api/openapi-tools.json': anonymous('/api/openapi-tools.json'),
  'GET /api/openapi.yaml': anonymous('/api/openapi.yaml'),
  'GET /api/docs': anonymous('/api/docs'),
};

/** Pages, which the description omits, and bodies of the maximum size. */
export const MORE = {
  'the dashboard': anonymous('/'),
  'a page of the dashboard': anonymous('/credits'),
  'the manual': anonymous('/docs/'),
  'the manual as a text': anonymous('/docs/llms-full.txt'),
  'no page': anonymous(`/${LONG}`),
  'POST a body of 1 MiB that is rejected, with a key': key('/api/generate', {
    prompt: 'n'.repeat(1_048_000),
  }),
  'POST many values that are rejected, with a key': key('/api/generate', {
    metadata: Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`k${at}`, 1])),
  }),
};

/**
 * Returns the request of an entry.
 * @param {{texts: Record<string, string>, tokens: Record<string, string>, isAnonymous?: boolean}} options the values of placeholders,
 * the credentials by the entry's `as`; `isAnonymous`: without a credential
 * @returns {{method: string, path: string, token?: string, body?: string}}
 */
export function requestOf(name, { as: who, path, body }, { texts, tokens, isAnonymous = false }) {
  const fill = (text) => text.replace(/\{(\w+)\}/g, (whole, placeholder) => texts[placeholder] ?? whole);
  return {
    method: /^[A-Z]+(?= )/.exec(name)?.[0] ?? 'GET',
    path: fill(path),
    ...(!isAnonymous && who !== 'anonymous' && { token: tokens[who] }),
    ...(body && { body: fill(JSON.stringify(body)) }),
  };
}
