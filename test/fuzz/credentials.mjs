// The administrator, the API key and the operator key of a fuzzed service.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';

const JWT_SECRET = 'a secret of the fuzzer, long enough to be one';
/** Limits high enough that the fuzzer meets the routes, not the limits; hooks.py gives each request another address. */
export const SETTINGS = {
  JWT_SECRET,
  SIGNUP_CREDITS: '1000000',
  PLATFORM_RATE_LIMIT: '1000000',
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'error',
};
const EMAIL = 'fuzzer@example.test';
/** Of the examples: signs in, changes its password, and deletes its account. */
const EXAMPLE_USER = { email: 'ada@example.com', password: 'correct horse battery staple' };
/** Not the password of the examples: with it, the fuzzer would delete its own account. */
const PASSWORD = 'a password that no example names';
const OPERATOR_SCOPES = 'accounts:read,accounts:write,keys:write,credits:write,usage:read,catalogue:write';

/** @returns the variables that hooks.py reads */
export async function createCredentials({ url, dataDirectory }) {
  await request(url, 'POST', '/api/auth/register', null, { email: EMAIL, password: PASSWORD });
  const run = (...args) => offprint(dataDirectory, args);
  run('users', 'role', '--email', EMAIL, '--role', 'admin');
  const operatorKey = run('ops-key', 'create', '--name', 'fuzzer', '--scopes', OPERATOR_SCOPES);
  const credentials = { email: EMAIL, password: PASSWORD };
  const { accessToken, account } = await request(url, 'POST', '/api/auth/login', null, credentials);
  const key = await request(url, 'POST', '/api/keys', accessToken, {
    name: 'fuzzer',
    scopes: ['read', 'write', 'billing'],
    rateLimit: 6000,
  });
  const example = await request(url, 'POST', '/api/auth/register', null, EXAMPLE_USER);
  const { items: sessions } = await request(url, 'GET', '/api/auth/sessions', accessToken);
  const ids = [account.id, key.id, operatorKey.match(/opk_\w+/)[0]];
  ids.push(...sessions.filter(({ current }) => current).map(({ id }) => id));
  return {
    FUZZ_ACCESS_TOKEN: accessToken,
    FUZZ_EXAMPLE_TOKEN: example.accessToken,
    FUZZ_API_KEY: key.key,
    FUZZ_OPERATOR_KEY: operatorKey.match(/of_ops_\w+/)[0],
    FUZZ_PROTECTED_IDS: ids.join(','),
  };
}

async function request(url, method, path, token, body) {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
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
