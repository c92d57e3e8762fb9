/**
 * V7. An account is filled with personal data that carries a marker in every field, and deleted. Then no table, no file and no line of the
 * log has the marker, and the ledger verifies. The service runs in processes of its own, one of which is killed while it erases.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { call, type Json } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { uuidOf } from '../support/public-ids.js';
import {
  endServices,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
  until,
} from '../support/service-process.js';

const MARKER = 'zqxmarker';
const HEX = Buffer.from(MARKER).toString('hex');
const PASSWORD = 'correct horse battery staple';

let database: TestDatabase;
let service: ServiceProcess;
let directory: string;
beforeAll(async () => {
  database = await createDatabase();
  directory = await temporaryDirectory();
  service = await start();
});
afterAll(async () => {
  await endServices();
  await database.drop();
});

const start = () =>
  spawnService({ DATABASE_URL: database.url, DATA_DIR: directory, LOG_LEVEL: 'debug', TRUST_PROXY: 'true' });
const mark = (what: string) => `${MARKER}-${what}`;

/** Returns the tables with a row that contains the marker, in any column of any type. */
async function tablesWithMarker(): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const text = `select count(*)::int as count from "${name}" t where to_jsonb(t)::text ~* '${MARKER}|${HEX}'`;
    if ((await database.query<{ count: number }>(text))[0]!.count > 0) found.push(name);
  }
  return found.sort();
}

/** Returns the stored files, and which of them contain the marker. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
const filesOf = async (id: string) => (await storedFiles()).filter((name) => name.includes(id));

interface Filled {
  accountId: string;
  accessToken: string;
  key: string;
  /** Parts of the names of its files. */
  files: string[];
}

/** Fills an account by the API where it can be, and else as the service stores it. */
async function fill(adminToken: string): Promise<Filled> {
  const headers = {
    'user-agent': mark('agent'),
    'x-request-id': mark('request'),
    'x-forwarded-for': '203.0.113.77',
  };
  const ask = async (
    method: string,
    path: string,
    token: string,
    body?: object,
    more = {},
  ): Promise<Json> => {
    const answer = await call(service.base, method, path, { token, body, headers: { ...headers, ...more } });
    expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
    return answer.body;
  };
  const email = `${mark('owner')}@example.test`;
  const credentials = { email, password: PASSWORD };
  const signedIn = await ask('POST', '/api/auth/register', '', credentials);
  const { accessToken } = signedIn;
  const accountId: string = signedIn.account.id;
  const [account, user] = [uuidOf(accountId), uuidOf(signedIn.user.id)];
  await ask('PATCH', '/api/account', accessToken, { name: mark('name'), alertBelow: 5 });
  const invitation = { email: `${mark('invited')}@example.test`, role: 'viewer' };
  await ask('POST', '/api/account/invitations', accessToken, invitation);
  const grant = { accountId, amount: 100, note: mark('note') };
  await ask('POST', '/api/admin/credits/grants', adminToken, grant, { 'idempotency-key': mark('grant') });
  const settings = {
    ...{
      name: mark('key'),
      scopes: ['read', 'write', 'generate:image'],
      metadata: { owner: mark('key metadata') },
    },
    allowedIps: ['203.0.113.0/24'],
  };
  const { key } = await ask('POST', '/api/keys', accessToken, settings);
  const endUser = mark('end-user');
  await ask('PUT', `/api/end-users/${endUser}`, key, { spendLimit: { credits: 50, period: 'day' } });
  const body = {
    modelKey: 'embedded-image',
    prompt: mark('prompt'),
    externalUserId: endUser,
    metadata: { a: mark('metadata') },
  };
  const { predictionId } = await ask('POST', '/api/generate', key, body, {
    'idempotency-key': mark('generate'),
  });
  const poll = `/api/generate/status/${predictionId}?wait=30`;
  await until(async () => (await ask('GET', poll, key)).status === 'completed');
  // As the engine's texts, a payment and the operator's id of the account are stored.
  await database.query(`update predictions set error_internal = '${mark('internal')}', provider_ref = '"${mark('ref')}"',
    events = '[{"message": "${mark('event')}"}]', trace_context = '${mark('trace')}', inline_media = '{"image": "${mark('inline')}"}'
    where id = '${uuidOf(predictionId)}'`);
  await database.query(`insert into account_references values ('${account}', '${mark('external')}')`);
  await database.query(`insert into account_creations (reference, fingerprint, account_id)
    values ('${mark('creation')}', sha256('a'), '${account}')`);
  await database.query(`with orders as (
      insert into checkouts (id, account_id, user_id, provider, pack, title, credits, amount, currency, idempotency_key)
      values (gen_random_uuid(), '${account}', '${user}', 'test', 'small', 'Small', 1000, 1000, 'EUR', '${mark('checkout')}') returning id)
    insert into payments (id, provider, payment_id, account_id, checkout_id, amount, currency, status, customer_id, receipt_url)
    select gen_random_uuid(), 'test', 'payment-1', '${account}', id, 1000, 'EUR', 'paid', '${mark('customer')}',
      'https://example.test/${mark('receipt')}' from orders`);
  await database.query(`insert into verification_links (email, expires_at, hash, user_id) values ('${email}', now() + interval '1 day', sha256('b'), '${user}')
    on conflict do nothing`);
  // Started last: it runs when the account is deleted.
  const slow = { modelKey: 'embedded-fault', mode: 'slow', seconds: 600, metadata: { a: mark('slow') } };
  await ask('POST', '/api/dashboard/predictions', accessToken, slow);
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(image)], { type: 'image/png' }), mark('upload.png'));
  const upload = await fetch(`${service.base}/api/dashboard/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: form,
  });
  expect(upload.status).toBe(201);
  const { url } = (await upload.json()) as { url: string };
  return {
    accountId,
    accessToken,
    key,
    files: [predictionId, /uploads\/([^.]+)/.exec(decodeURIComponent(url))?.[1] ?? 'uploads'],
  };
}

it('V7: nothing personal of a deleted account is left in any table, file or line of the log', async () => {
  const admin = { email: 'admin@example.test', password: PASSWORD };
  const { body } = await call(service.base, 'POST', '/api/auth/register', { body: admin });
  await database.query(`update users set role = 'admin' where email = '${admin.email}'`);
  const { accountId, accessToken, key, files } = await fill(body.accessToken as string);
  const filled = await tablesWithMarker();
  // The test would show nothing if the account were not full.
  expect(filled).toEqual([
    'account_creations',
    'account_names',
    'account_references',
    'api_keys',
    'audit_events',
    'checkouts',
    'idempotency_keys',
    'invitations',
    'ledger_transfers',
    'payments',
    'predictions',
    'sign_in_families',
    'spend_counters',
    'transfer_references',
    'users',
    'verification_links',
  ]);
  for (const part of files) expect(await filesOf(part)).not.toEqual([]);

  const refused = await call(service.base, 'DELETE', '/api/account', {
    token: accessToken,
    body: { password: PASSWORD },
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'account_not_empty']);
  const deleted = await call(service.base, 'DELETE', '/api/account', {
    token: accessToken,
    body: { password: PASSWORD, force: true },
    headers: { 'x-request-id': mark('deletion') },
  });
  expect(deleted.status).toBe(202);
  // Killed while it erases: another process continues.
  await service.end('SIGKILL');
  const log = service.log();
  service = await start();
  const id = uuidOf(accountId);
  const isFinished = async (): Promise<boolean> => {
    // No waiting for the last pass.
    await database.query(
      `update account_deletions set due_at = clock_timestamp() where account_id = '${id}' and pass = 2 and finished_at is null`,
    );
    const [row] = await database.query<{ finished: boolean }>(
      `select finished_at is not null as finished from account_deletions where account_id = '${id}'`,
    );
    return row!.finished;
  };
  // Nor for the end of the claim of the killed process.
  await database.query(`update account_deletions set due_at = clock_timestamp() where account_id = '${id}'`);
  await until(isFinished);

  expect(await tablesWithMarker()).toEqual([]);
  for (const part of files) expect(await filesOf(part)).toEqual([]);
  for (const name of await storedFiles())
    expect([name, (await readFile(name)).includes(MARKER)]).toEqual([name, false]);
  // Whoever calls names a request: its id is the one text of a caller that the log has.
  const lines = `${log}\n${service.log()}`
    .split('\n')
    .map((line) => line.replaceAll(/"requestId":"[^"]*"/g, ''));
  expect(lines.filter((line) => line.includes(MARKER))).toEqual([]);
  expect(lines.filter((line) => line.includes('203.0.113.77'))).toEqual([]);
  const addresses = await database.query(
    `select action from audit_events where account_id = '${id}' and (address is not null or request_id is not null)`,
  );
  expect(addresses).toEqual([]);
  const balance = await call(service.base, 'GET', '/api/credits/balance', { token: key });
  expect(balance.status).toBe(401);
  await expectSoundLedger(database.url);
}, 240_000);
