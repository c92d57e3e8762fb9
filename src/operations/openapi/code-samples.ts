/** The commands read what differs between callers (a key, an id) from variables of the shell. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { type MediaType, type Operation, type PlacedOperation, placedOperationsOf } from './operations.js';

export const VARIABLES = {
  OFFPRINT_URL: 'the address of the service',
  OFFPRINT_API_KEY: 'an API key',
  ACCESS_TOKEN: 'the `accessToken` of a sign-in',
  EMAIL: 'an email address of yours',
  PASSWORD: 'a password of at least 12 characters',
  REFRESH_TOKEN: 'the value of the cookie `offprint_refresh` of a sign-in',
  LINK_TOKEN: 'the text after `#token=` of a one-time link',
  PREDICTION_ID: 'the `predictionId` of a prediction',
  OUTPUT_URL: 'the `outputUrl` of a completed prediction',
  KEY_ID: 'the `id` of an API key',
  USER_ID: 'the `userId` of a member',
  INVITATION_ID: 'the `id` of an invitation',
  SESSION_ID: 'the `id` of a session',
  ACCOUNT_ID: 'the `id` of an account',
  OPERATOR_KEY_ID: 'the `id` of an operator key',
  PAYMENT_ID: 'the `id` of a payment',
};

const BODIES: Record<string, object> = {
  register: { email: '$EMAIL', password: '$PASSWORD' },
  login: { email: '$EMAIL', password: '$PASSWORD' },
  refreshSession: { refreshToken: '$REFRESH_TOKEN' },
  logout: { refreshToken: '$REFRESH_TOKEN' },
  changePassword: { current: '$PASSWORD', next: 'correct horse battery staple' },
  requestPasswordReset: { email: '$EMAIL' },
  verifyEmail: { token: '$LINK_TOKEN', password: '$PASSWORD' },
  resetPassword: { token: '$LINK_TOKEN', password: 'correct horse battery staple' },
  setUp: { token: '$LINK_TOKEN', email: 'root@example.com', password: 'correct horse battery staple' },
  registerInvited: { token: '$LINK_TOKEN', password: 'correct horse battery staple' },
  switchAccount: { accountId: '$ACCOUNT_ID' },
  inviteMember: { email: 'grace@example.com', role: 'developer' },
  acceptInvitation: { token: '$LINK_TOKEN' },
  updateMember: { role: 'viewer' },
  createKey: { name: 'Production', scopes: ['read', 'write', 'billing'] },
  limitEndUser: { spendLimit: { credits: 5, period: 'day' } },
  updateKey: { name: 'Render farm', rateLimit: 300, spendLimit: { credits: 100, period: 'month' } },
  deleteOwnAccount: { password: '$PASSWORD', force: true },
  deleteAccount: { force: true },
  updateOwnAccount: { name: 'Render farm', alertBelow: 100 },
  rotateKey: { graceSeconds: 3600 },
  updateAccount: { suspended: false, plan: 'free', limits: { maxRateLimit: 1200 } },
  createAccount: { externalId: 'customer-4711', plan: 'free' },
  createAccountKey: { name: 'Production', scopes: ['read', 'write'] },
  createOperatorKey: { name: 'Shop', scopes: ['accounts:read', 'accounts:write', 'keys:write'] },
  updateCatalogueModel: { pricing: { base: 2, perMegapixel: 2 }, reason: 'The engine costs more' },
  restoreCatalogueModel: { version: 1 },
  updateCataloguePlan: { maxRateLimit: 600 },
  restoreCataloguePlan: { version: 1 },
  updateCataloguePack: { credits: 1100 },
  restoreCataloguePack: { version: 1 },
  grantCredits: { accountId: '$ACCOUNT_ID', amount: 100, note: 'Welcome' },
  adjustCredits: { accountId: '$ACCOUNT_ID', amount: -12.5, note: 'Granted by mistake' },
  failAnyPrediction: { note: 'The engine has lost it' },
  startCheckout: { pack: 'small' },
};

/** The variables have these values in `example` of openapi.json. */
const VALUES: Record<string, string> = {
  $EMAIL: 'ada@example.com',
  $PASSWORD: 'correct horse battery staple',
  $REFRESH_TOKEN: 'the value of the cookie offprint_refresh',
  $LINK_TOKEN: 'the text after #token= of a link',
  $ACCOUNT_ID: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f',
};

const QUERIES: Record<string, string> = {
  startPrediction: 'wait=30',
  getPredictions: 'ids=$PREDICTION_ID',
  getPrediction: 'wait=30',
  getSpending: 'by=day',
};

const PATH_VALUES: Record<string, string> = {
  modelKey: 'embedded-image',
  key: 'pro',
  name: 'embedded',
  externalUserId: 'customer-4711',
  provider: 'none',
  userId: '$USER_ID',
};

export function addExamples(document: OpenAPIObject): void {
  for (const placed of placedOperationsOf(document)) {
    const { operation } = placed;
    const body = BODIES[operation.operationId];
    const json = operation.requestBody?.content['application/json'];
    if (body && json) json.example = withValues(body);
    operation['x-codeSamples'] = [{ lang: 'Shell', label: 'curl', source: commandOf(placed, json) }];
  }
}

function withValues(body: object): unknown {
  return JSON.parse(JSON.stringify(body).replace(/\$[A-Z_]+/g, (name) => VALUES[name]!));
}

function commandOf({ method, path, operation }: PlacedOperation, json: MediaType | undefined): string {
  const flags = [
    ...methodFlags(method, operation),
    ...credentialFlags(operation),
    ...bodyFlags(operation, json),
  ];
  return ['curl', ...flags, urlOf(path, operation)].join(' \\\n  ').replace('curl \\\n  ', 'curl ');
}

function methodFlags(method: string, { requestBody }: Operation): string[] {
  if (method === 'head') return ['--head'];
  const implied = requestBody ? 'post' : 'get';
  return method === implied ? [] : [`-X ${method.toUpperCase()}`];
}

function credentialFlags({ security = [] }: Operation): string[] {
  const schemes = security.flatMap((requirement) => Object.keys(requirement));
  if (schemes.length === 0) return [];
  const variable = schemes.includes('apiKey') ? 'OFFPRINT_API_KEY' : 'ACCESS_TOKEN';
  return [`-H "Authorization: Bearer $${variable}"`];
}

function bodyFlags({ operationId, requestBody }: Operation, json: MediaType | undefined): string[] {
  if (!requestBody) return [];
  if (!json) return ['-H "Content-Type: image/png"', '--data-binary @picture.png'];
  const [first] = Object.values(json.examples ?? {});
  return [
    '-H "Content-Type: application/json"',
    `-d ${quote(BODIES[operationId] ?? first?.value ?? json.example ?? {})}`,
  ];
}

/** A shell expands variables only in double quotes. */
function quote(body: unknown): string {
  const text = JSON.stringify(body);
  return text.includes('"$') ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

function urlOf(path: string, { operationId }: Operation): string {
  if (path === '/api/assets/{name}')
    return operationId === 'readOutput' ? '-o output "$OUTPUT_URL"' : '"$OUTPUT_URL"';
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => valueInPath(path, name));
  const query = QUERIES[operationId];
  return `"$OFFPRINT_URL${filled}${query ? `?${query}` : ''}"`;
}

function valueInPath(path: string, name: string): string {
  if (name === 'predictionId') return '$PREDICTION_ID';
  if (name !== 'id') return PATH_VALUES[name] ?? `{${name}}`;
  if (path.startsWith('/api/keys')) return '$KEY_ID';
  if (path.startsWith('/api/admin/catalogue/packs')) return 'small';
  if (path.startsWith('/api/admin/operator-keys')) return '$OPERATOR_KEY_ID';
  if (path.startsWith('/api/admin/payments')) return '$PAYMENT_ID';
  if (path.startsWith('/api/account/invitations')) return '$INVITATION_ID';
  return path.startsWith('/api/auth/sessions') ? '$SESSION_ID' : '$ACCOUNT_ID';
}
