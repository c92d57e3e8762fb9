// The administrator, the API key and the operator key of a fuzzed service.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';

const METRICS_TOKEN = 'a token that reads the metrics';
const JWT_SECRET = 'a secret of the fuzzer, long enough to be one';
/** Limits high enough that the fuzzer meets the routes, not the limits; hooks.py gives each request another address. */
export const SETTINGS = {
  JWT_SECRET,
  METRICS_TOKEN,
  SIGNUP_CREDITS: '1000000',
  PLATFORM_RATE_LIMIT: '1000000',
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'error',
};
const EMAIL = 'fuzzer@example.test';
/** Its account gets credits, and its sessions switch to it: each ends the one before. */
const OTHER_EMAIL = 'other@example.test';
/** Of the examples: signs in, changes its password, and deletes its account. */
const EXAMPLE_USER = { email: 'ada@example.com', password: 'correct horse battery staple' };
/** Not the password of the examples: with it, the fuzzer would delete its own account. */
const PASSWORD = 'a password that no example names';
const OPERATOR_SCOPES = [
  'accounts:read',
  'accounts:write',
  'keys:write',
  'credits:write',
  'usage:read',
  'catalogue:write',
];
/** Beside the fuzzer's own. Each starts 120 predictions per window of the rate limit in the dashboard. */
const ACCOUNTS = 20;
/** Each has 600 requests per window. At most 20 can be used, and the fuzzer creates its own. */
const OPERATOR_KEYS = 8;

/** @returns the variables that hooks.py reads */
export async function createCredentials({ url, dataDirectory }) {
  await request(url, 'POST', '/api/auth/register', null, { email: EMAIL, password: PASSWORD });
  offprint(dataDirectory, ['users', 'role', '--email', EMAIL, '--role', 'admin']);
  const credentials = { email: EMAIL, password: PASSWORD };
  const { accessToken, account } = await request(url, 'POST', '/api/auth/login', null, credentials);
  const key = await request(url, 'POST', '/api/keys', accessToken, {
    name: 'fuzzer',
    scopes: ['read', 'write', 'billing'],
    rateLimit: 6000,
  });
  const operatorKeys = [];
  for (let n = 1; n <= OPERATOR_KEYS; n += 1)
    operatorKeys.push(
      await request(url, 'POST', '/api/admin/operator-keys', accessToken, {
        name: `fuzzer ${n}`,
        scopes: OPERATOR_SCOPES,
      }),
    );
  const tokens = [];
  for (let n = 1; n <= ACCOUNTS; n += 1) {
    const user = { email: `account-${n}@example.test`, password: PASSWORD };
    tokens.push((await request(url, 'POST', '/api/auth/register', null, user)).accessToken);
  }
  const other = await request(url, 'POST', '/api/auth/register', null, {
    email: OTHER_EMAIL,
    password: PASSWORD,
  });
  const example = await request(url, 'POST', '/api/auth/register', null, EXAMPLE_USER);
  const { items: sessions } = await request(url, 'GET', '/api/auth/sessions', accessToken);
  const ids = [account.id, other.account.id, key.id, ...operatorKeys.map(({ id }) => id)];
  ids.push(...sessions.filter(({ current }) => current).map(({ id }) => id));
  return {
    FUZZ_ACCESS_TOKEN: accessToken,
    FUZZ_EXAMPLE_TOKEN: example.accessToken,
    FUZZ_API_KEY: key.key,
    FUZZ_OPERATOR_KEYS: operatorKeys.map((created) => created.key).join(','),
    FUZZ_ACCOUNT_TOKENS: tokens.join(','),
    FUZZ_OTHER_TOKEN: other.accessToken,
    FUZZ_OTHER_ACCOUNT: other.account.id,
    FUZZ_METRICS_TOKEN: METRICS_TOKEN,
    FUZZ_PROTECTED_IDS: ids.join(','),
  };
}

let requests = 0;

async function request(url, method, path, token, body) {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    // Registrations are limited per address.
    'x-forwarded-for': `10.255.255.${++requests % 256}`,
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

/** Runs a command of the operator in the service's installation. @returns its output */
function offprint(dataDirectory, args) {
  const { PATH, HOME, TMPDIR } = process.env;
  return execFileSync(process.execPath, [join(root, 'scripts/cli.mjs'), ...args], {
    cwd: dirname(dataDirectory),
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), DATA_DIR: dataDirectory, JWT_SECRET, LOG_LEVEL: 'error' },
    encoding: 'utf8',
  });
}
