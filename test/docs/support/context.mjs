// What the blocks find: a service with two extensions, an account of its own for each page, the clients installed.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { root } from '../../../scripts/build-first.mjs';
import { startService } from '../../support/built-service.mjs';
import { compileBlocks } from './typescript.mjs';

const CREDITS = 1000;
const PLUGINS = ['@offprint/openai-front', join(root, 'examples/test-payments/test-payments.mjs')];
const KEY_SCOPES = ['write', 'read', 'billing'];
const OPERATOR_SCOPES = 'accounts:read,accounts:write,keys:write,credits:write';

/** Starts the service. @param blocks all that are compiled. @returns the context of `planChecks`, and `close()`. */
export async function createContext(blocks) {
  const scratch = mkdtempSync(join(tmpdir(), 'offprint-docs-'));
  const settings = {
    PLUGINS: PLUGINS.join(','),
    SIGNUP_CREDITS: String(CREDITS),
    PLATFORM_RATE_LIMIT: '3000',
  };
  const service = await startService(settings, ['openai-front']);
  const data = { DATA_DIR: service.dataDirectory };
  const operatorKey = createOperatorKey(data);
  return {
    ...compileBlocks(blocks, scratch),
    scratch,
    async environment(page) {
      const key = await createKey(service.url, operatorKey, page);
      const { PATH, HOME, TMPDIR, DOCS_PYTHON, DOCS_PYTHON_PACKAGES } = process.env;
      return {
        PATH: `${join(DOCS_PYTHON, '..')}:${PATH}`,
        HOME,
        ...(TMPDIR && { TMPDIR }),
        ...data,
        DOCS_PYTHON,
        PYTHONPATH: DOCS_PYTHON_PACKAGES,
        OFFPRINT_CHECKOUT: root,
        OFFPRINT_URL: service.url,
        OFFPRINT_API_KEY: key,
        OPENAI_BASE_URL: `${service.url}/v1`,
        OPENAI_API_KEY: key,
        OPERATOR_KEY: operatorKey,
        BASE: service.url,
      };
    },
    async query(sql) {
      const { runningServerUrl } = await import('@offprint/embedded-postgres');
      const client = new Client({
        connectionString: await runningServerUrl(service.dataDirectory),
      });
      await client.connect();
      try {
        await client.query(sql);
      } finally {
        await client.end();
      }
    },
    async close() {
      await service.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

function createOperatorKey(data) {
  const args = ['scripts/cli.mjs', 'ops-key', 'create', '--name', 'documents', '--scopes', OPERATOR_SCOPES];
  const env = { ...process.env, ...data };
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
  const secret = /of_ops_[0-9a-f]{48}/.exec(stdout)?.[0];
  if (!secret) throw new Error(`The operator key was not created:\n${stdout}${stderr}`);
  return secret;
}

/** Creates an account with credits. @returns the secret of a key of it. */
async function createKey(url, operatorKey, page) {
  const post = async (path, body) => {
    const headers = {
      authorization: `Bearer ${operatorKey}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { id } = await post('/api/admin/accounts', { credits: CREDITS });
  const { key } = await post(`/api/admin/accounts/${id}/keys`, { name: page.slice(-60), scopes: KEY_SCOPES });
  return key;
}
