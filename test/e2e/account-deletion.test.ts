/** Deleting and exporting an account: DELETE /api/account, GET /api/account/export, and the same of administrators. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { unzipSync } from 'fflate';
import { AccountEraser } from '../../src/account-data/deletion/account-eraser.js';
import { startApp, type TestApp } from '../support/app.js';
import {
  type Answer,
  balanceOf,
  call,
  createKey,
  finished,
  generate,
  type Json,
  newCaller,
  type Person,
  register,
} from '../support/client.js';
import { itRequiresAdmin, itRequiresUserToken, registerAdmin } from '../support/dashboard.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { addMember, membersOf } from '../support/members.js';
import { createOperatorKey } from '../support/operators.js';
import { uuidOf } from '../support/public-ids.js';
import { refusal, TIME } from '../support/refusals.js';
import { until } from '../support/service-process.js';

const OK = { modelKey: 'embedded-fault', mode: 'ok' };
const SLOW = { modelKey: 'embedded-fault', mode: 'slow', seconds: 600 };

let app: TestApp;
/** Beside it, without a worker: what it answers is what it reads at each request. */
let other: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ SIGNUP_CREDITS: '0' });
  other = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '0' }, app.database);
  admin = await registerAdmin(app);
});
afterAll(async () => {
  await expectSoundLedger(app.url);
  await other.close();
  await app.close();
});

const remove = (token: string | undefined, body: object = {}): Promise<Answer> =>
  call(app.base, 'DELETE', '/api/account', { token, body });
const removeBy = (token: string | undefined, accountId: string, body?: object): Promise<Answer> =>
  call(app.base, 'DELETE', `/api/admin/accounts/${accountId}`, { token, body });
const signIn = ({ email, password }: Person, at = app): Promise<Answer> =>
  call(at.base, 'POST', '/api/auth/login', { body: { email, password } });
const read = async (accountId: string): Promise<Json> =>
  (await call(app.base, 'GET', `/api/admin/accounts/${accountId}`, { token: admin.accessToken })).body;
const ledgerOf = async (accountId: string): Promise<Json[]> => {
  const path = `/api/admin/accounts/${accountId}/ledger`;
  return (await call(app.base, 'GET', path, { token: admin.accessToken })).body.items;
};
/** An account without credits. */
const registerEmpty = () => register(app.base);
async function grant({ accountId }: Person): Promise<void> {
  const body = { accountId, amount: 100, note: 'for the test' };
  const { status } = await call(app.base, 'POST', '/api/admin/credits/grants', {
    token: admin.accessToken,
    body,
  });
  expect(status).toBe(201);
}
/** A person with credits, and a key. */
async function newRich(fields: object = {}): Promise<Awaited<ReturnType<typeof newCaller>>> {
  const caller = await newCaller(app.base, fields);
  await grant(caller.person);
  return caller;
}
/** Lets the worker erase an account to its end, also what it leaves for the last pass. */
async function erase({ accountId }: Person): Promise<void> {
  const id = uuidOf(accountId);
  const eraser = app.app.get(AccountEraser, { strict: false });
  await until(async () => {
    await app.database.query(
      'update account_deletions set due_at = clock_timestamp() where account_id = $1 and finished_at is null',
      [id],
    );
    await eraser.round();
    const rows = await app.database.query(
      'select 1 from account_deletions where account_id = $1 and finished_at is not null',
      [id],
    );
    return rows.length > 0;
  });
}

describe('DELETE /api/account', () => {
  itRequiresUserToken(
    () => app,
    (token) => remove(token, { password: 'any' }),
  );

  it('202: nobody can use the account from the response on, on any process', async () => {
    const owner = await registerEmpty();
    const { key } = await createKey(app.base, owner);
    const developer = await addMember(app, owner, 'developer');
    const answer = await remove(owner.accessToken, { password: owner.password });
    expect([answer.status, answer.body]).toEqual([202, { success: true }]);
    for (const at of [app, other]) {
      const byKey = await call(at.base, 'GET', '/api/credits/balance', { token: key });
      expect(byKey.body).toEqual(refusal(401, 'invalid_api_key'));
      for (const { accessToken } of [owner, developer]) {
        const mine = await call(at.base, 'GET', '/api/account', { token: accessToken });
        expect(mine.body).toEqual(refusal(401, 'invalid_token'));
      }
      expect((await signIn(owner, at)).body).toEqual(refusal(401, 'invalid_credentials'));
    }
  });

  it('202: a member with another account keeps it, and the email of the owner is free', async () => {
    const owner = await registerEmpty();
    const developer = await addMember(app, owner, 'developer');
    expect((await remove(owner.accessToken, { password: owner.password })).status).toBe(202);
    const again = await signIn(developer);
    expect([again.status, again.body.account.id === owner.accountId]).toEqual([200, false]);
    const anew = await call(app.base, 'POST', '/api/auth/register', {
      body: { email: owner.email, password: 'another correct horse' },
    });
    expect([anew.status, anew.body.account.id === owner.accountId]).toEqual([201, false]);
  });

  it('400: without a password, and for a force that is no boolean', async () => {
    const owner = await registerEmpty();
    expect((await remove(owner.accessToken)).status).toBe(400);
    const { password } = owner;
    expect((await remove(owner.accessToken, { password, force: 'yes' })).status).toBe(400);
    expect((await signIn(owner)).status).toBe(200);
  });

  it('401: for a wrong password, which deletes nothing', async () => {
    const owner = await registerEmpty();
    const answer = await remove(owner.accessToken, { password: 'wrong' });
    expect(answer.body).toEqual(refusal(401, 'invalid_credentials'));
    expect((await signIn(owner)).status).toBe(200);
  });

  it('403: for every role but owner, with the right password', async () => {
    const owner = await registerEmpty();
    for (const role of ['admin', 'developer', 'viewer', 'billing'] as const) {
      const { accessToken, password } = await addMember(app, owner, role);
      const answer = await remove(accessToken, { password, force: true });
      expect([role, answer.body]).toEqual([role, refusal(403, 'forbidden')]);
    }
  });

  it('409: with credits, and with a running prediction, which says what is left', async () => {
    const { person, key } = await newRich();
    await generate(app.base, key, SLOW);
    const balance = await balanceOf(app.base, key);
    const { password } = person;
    const answer = await remove(person.accessToken, { password });
    const details = [
      { field: 'predictions', message: '1 are processing' },
      { field: 'balance', message: `${balance} credits are left` },
    ];
    expect(answer.body).toEqual(refusal(409, 'account_not_empty', { details }));
    expect(await balanceOf(app.base, key)).toBe(balance);
  });

  it('409: with a debt, which force writes off', async () => {
    const person = await registerEmpty();
    const id = uuidOf(person.accountId);
    await app.database.query(`with debtors as (update wallets set owed = 5000 where account_id = '${id}')
      insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after) values
        ('${id}', 'debt', 'debt', 'wallet', 5000, 5000), ('${id}', 'adjustment', 'wallet', 'system', 5000, 0)`);
    const { password } = person;
    const refused = await remove(person.accessToken, { password });
    expect(refused.body.details).toEqual([{ field: 'owed', message: '5 credits are owed' }]);
    expect((await remove(person.accessToken, { password, force: true })).status).toBe(202);
    const [row] = await app.database.query('select balance, owed from wallets where account_id = $1', [id]);
    expect(row).toEqual({ balance: '0', owed: '0' });
  });

  it('202: credits that have expired are no balance', async () => {
    const person = await registerEmpty();
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    const granted = await call(app.base, 'POST', '/api/admin/credits/grants', {
      token: admin.accessToken,
      body: { accountId: person.accountId, amount: 100, note: 'for the test', expiresAt },
    });
    expect(granted.status).toBe(201);
    const { password } = person;
    expect((await remove(person.accessToken, { password })).status).toBe(409);
    await until(async () => {
      const [row] = await app.database.query('select clock_timestamp() > $1::timestamptz as over', [
        expiresAt,
      ]);
      return (row as { over: boolean }).over;
    });
    expect((await remove(person.accessToken, { password })).status).toBe(202);
    const kinds = (await ledgerOf(person.accountId)).map(({ kind }) => kind as string);
    expect(kinds).toEqual(['expiry', 'grant']);
  });

  it('the records of its requests are erased', async () => {
    const { person, key } = await newCaller(app.base);
    const recorded = () =>
      app.database.query('select 1 from request_records where account_id = $1', [uuidOf(person.accountId)]);
    expect((await call(app.base, 'GET', '/api/key', { token: key })).status).toBe(200);
    await until(async () => (await recorded()).length > 0);
    const deleted = await remove(person.accessToken, { password: person.password, force: true });
    expect(deleted.status).toBe(202);
    await erase(person);
    expect(await recorded()).toEqual([]);
  });

  it('202 with force: cancels and refunds what runs, and writes the balance off', async () => {
    const { person, key } = await newRich();
    const before = await balanceOf(app.base, key);
    await Promise.all([generate(app.base, key, SLOW), generate(app.base, key, SLOW)]);
    const { password } = person;
    expect((await remove(person.accessToken, { password, force: true })).status).toBe(202);
    await erase(person);
    expect(await read(person.accountId)).toMatchObject({ balance: 0, held: 0, deletedAt: TIME, users: [] });
    const entries = await ledgerOf(person.accountId);
    const sum = (kind: string) =>
      entries.filter((entry) => entry.kind === kind).reduce((total, { amount }) => total + amount, 0);
    expect([sum('charge') + sum('refund'), sum('adjustment')]).toEqual([0, -before]);
    const notes = new Set(entries.filter(({ kind }) => kind === 'adjustment').map(({ note }) => note));
    expect([...notes]).toEqual(['Written off: the account was deleted']);
  });

  it('ends the keys that work, also a rotated one in its grace, with the next request on every process', async () => {
    const { person, key, record } = await newCaller(app.base);
    const rotated = await call(app.base, 'POST', `/api/keys/${record.id}/rotate`, {
      token: person.accessToken,
      body: { graceSeconds: 3600 },
    });
    const keys = [key, rotated.body.key as string];
    const own = (at: TestApp) =>
      Promise.all(keys.map((token) => call(at.base, 'GET', '/api/key', { token })));
    for (const at of [app, other]) expect((await own(at)).map(({ status }) => status)).toEqual([200, 200]);
    const { password } = person;
    expect((await remove(person.accessToken, { password, force: true })).status).toBeLessThan(300);
    for (const at of [app, other])
      for (const { body } of await own(at)) expect(body).toMatchObject(refusal(401, 'invalid_api_key'));
  });

  it('202 for one of concurrent deletions, and 401 or the same for the others', async () => {
    const { person, key } = await newRich();
    const { password } = person;
    const starts = Array.from({ length: 20 }, () =>
      call(other.base, 'POST', '/api/generate', { token: key, body: OK }),
    );
    const removals = Array.from({ length: 4 }, () => remove(person.accessToken, { password, force: true }));
    const statuses = (await Promise.all(removals)).map(({ status }) => status);
    expect(statuses).toContain(202);
    for (const status of statuses) expect([202, 401, 403]).toContain(status);
    await Promise.all(starts);
    await erase(person);
    const [row] = await app.database.query('select balance, held from wallets where account_id = $1', [
      uuidOf(person.accountId),
    ]);
    expect(row).toEqual({ balance: '0', held: '0' });
    const actions = await app.database.query<{ action: string }>(
      `select action from audit_events where account_id = $1 and action like 'account.%' order by created_at`,
      [uuidOf(person.accountId)],
    );
    expect(actions.map(({ action }) => action)).toEqual(['account.deleted', 'account.erased']);
  });
});

describe('DELETE /api/admin/accounts/:id', () => {
  itRequiresAdmin(
    () => app,
    (token) => removeBy(token, admin.accountId, {}),
  );

  it('202, also again; the account is listed as deleted, and nothing can be added to it', async () => {
    const person = await registerEmpty();
    expect((await removeBy(admin.accessToken, person.accountId)).status).toBe(202);
    expect((await removeBy(admin.accessToken, person.accountId)).status).toBe(202);
    expect(await read(person.accountId)).toMatchObject({ deletedAt: TIME, activeKeys: 0, users: [] });
    const at = `/api/admin/accounts/${person.accountId}`;
    const token = admin.accessToken;
    const answers = [
      await call(app.base, 'PATCH', at, { token, body: { suspended: true } }),
      await call(app.base, 'POST', `${at}/keys`, { token, body: { name: 'late', scopes: ['read'] } }),
      await call(app.base, 'POST', '/api/admin/credits/grants', {
        token,
        body: { accountId: person.accountId, amount: 5, note: 'late' },
      }),
      await call(app.base, 'GET', `${at}/export`, { token }),
      await call(app.base, 'GET', `${at}/members`, { token }),
    ];
    for (const { body } of answers) expect(body).toEqual(refusal(404, 'account_not_found'));
  });

  it('404: for an unknown account', async () => {
    const answer = await removeBy(admin.accessToken, `acc_${'0'.repeat(32)}`);
    expect(answer.body).toEqual(refusal(404, 'account_not_found'));
  });

  it('409: for the own account, and for one with credits', async () => {
    const own = await removeBy(admin.accessToken, admin.accountId, { force: true });
    expect(own.body).toEqual(refusal(409, 'own_account_not_deletable'));
    const rich = (await newRich()).person;
    expect((await removeBy(admin.accessToken, rich.accountId)).body).toMatchObject({
      statusCode: 409,
      code: 'account_not_empty',
    });
  });

  it('an operator key needs accounts:write, and credits:write to write off credits', async () => {
    const [reader, writer, both] = await Promise.all([
      createOperatorKey(app, admin, { scopes: ['accounts:read'] }),
      createOperatorKey(app, admin, { scopes: ['accounts:write'] }),
      createOperatorKey(app, admin, { scopes: ['accounts:write', 'credits:write'] }),
    ]);
    const rich = (await newRich()).person;
    const poor = await registerEmpty();
    const lacks = refusal(403, 'insufficient_scope');
    expect((await removeBy(reader.key, poor.accountId)).body).toEqual(lacks);
    expect((await removeBy(writer.key, rich.accountId, { force: true })).body).toEqual(lacks);
    expect((await removeBy(writer.key, poor.accountId)).status).toBe(202);
    expect((await removeBy(both.key, rich.accountId, { force: true })).status).toBe(202);
  });
});

describe('GET /api/admin/accounts/:id/members', () => {
  it('200: the members as the account’s own people see them', async () => {
    const owner = await register(app.base);
    await addMember(app, owner, 'viewer');
    const path = `/api/admin/accounts/${owner.accountId}/members`;
    const answer = await call(app.base, 'GET', path, { token: admin.accessToken });
    expect([answer.status, answer.body]).toEqual([200, await membersOf(app.base, owner)]);
  });

  it('404: for an unknown account', async () => {
    const path = `/api/admin/accounts/acc_${'0'.repeat(32)}/members`;
    expect((await call(app.base, 'GET', path, { token: admin.accessToken })).status).toBe(404);
  });
});

/** Downloads a ZIP. @returns its files as text. */
async function download(path: string, token: string): Promise<Record<string, string>> {
  const response = await fetch(app.base + path, { headers: { authorization: `Bearer ${token}` } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const text = new TextDecoder();
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, text.decode(bytes)]));
}

describe('GET /api/account/export', () => {
  itRequiresUserToken(
    () => app,
    (token) => call(app.base, 'GET', '/api/account/export', { token }),
  );

  it('200: a ZIP with everything of the account, without secrets and hashes', async () => {
    const { person, key, record } = await newRich({ scopes: ['read', 'write', 'generate:image'] });
    const body = { modelKey: 'embedded-image', prompt: 'a lighthouse', externalUserId: 'end-user-7' };
    const { predictionId } = await generate(app.base, key, body);
    await finished(app.base, key, predictionId);
    const files = await download('/api/account/export', person.accessToken);
    const of = (name: string): Json => JSON.parse(files[name]!);
    expect(of('account.json')).toMatchObject({ account: { id: person.accountId }, plan: 'free' });
    expect(of('members.json')).toMatchObject([{ email: person.email, role: 'owner' }]);
    expect(of('keys.json')).toMatchObject([{ id: record.id, masked: record.masked }]);
    expect(of('predictions.json')).toMatchObject([
      { predictionId, status: 'completed', input: { prompt: 'a lighthouse' }, externalUserId: 'end-user-7' },
    ]);
    expect(of('ledger.json').map(({ kind }: Json) => kind)).toEqual(['charge', 'grant']);
    expect(of('audit.json').map(({ action }: Json) => action)).toContain('key.created');
    expect(of('payments.json')).toEqual([]);
    expect(of('end-users.json')).toMatchObject([{ externalUserId: 'end-user-7', predictions: 1 }]);
    expect(of('files.json')).toMatchObject([{ predictionId, contentType: 'image/png' }]);
    const [user] = await app.database.query<{ password_hash: string; hash: string }>(
      `select password_hash, encode(secret_hash, 'hex') as hash from users join api_keys using (account_id)
       where users.id = '${uuidOf(person.userId)}'`,
    );
    const everything = Object.values(files).join('\n');
    for (const secret of [key, user!.password_hash, user!.hash, person.accessToken])
      expect(everything).not.toContain(secret);
  });

  it('200: administrators and operator keys get the same of any account', async () => {
    const person = await register(app.base);
    const path = `/api/admin/accounts/${person.accountId}/export`;
    const reader = await createOperatorKey(app, admin, { scopes: ['accounts:read'] });
    for (const token of [admin.accessToken, reader.key as string])
      expect(JSON.parse((await download(path, token))['members.json']!)).toMatchObject([
        { email: person.email },
      ]);
  });

  it('403: for every role but owner', async () => {
    const owner = await register(app.base);
    const { accessToken } = await addMember(app, owner, 'admin');
    const answer = await call(app.base, 'GET', '/api/account/export', { token: accessToken });
    expect(answer.body).toEqual(refusal(403, 'forbidden'));
  });

  it('409: while another one runs on any process; a caller who leaves ends it', async () => {
    const { accessToken, accountId } = await register(app.base);
    await app.database.query(FILL, [uuidOf(accountId)]);
    const isRunning = async () =>
      (await app.database.query('select 1 from account_exports where account_id = $1', [uuidOf(accountId)]))
        .length > 0;
    const headers = { authorization: `Bearer ${accessToken}` };
    const first = request(`${app.base}/api/account/export`, { headers }).end();
    first.on('error', () => undefined);
    const [response] = (await once(first, 'response')) as [IncomingMessage];
    // Not read: the export waits for its reader.
    expect(response.statusCode).toBe(200);
    for (const at of [app, other]) {
      const second = await call(at.base, 'GET', '/api/account/export', { token: accessToken });
      expect(second.body).toEqual(refusal(409, 'export_in_progress'));
    }
    first.destroy();
    await until(async () => !(await isRunning()));
    const files = await download('/api/account/export', accessToken);
    expect(JSON.parse(files['predictions.json']!)).toHaveLength(FILLED);
    // They have no entries in the ledger.
    await app.database.query('delete from predictions where account_id = $1', [uuidOf(accountId)]);
  });

  it('200: the export of a killed process blocks another one for a minute at most', async () => {
    const { accessToken, accountId } = await register(app.base);
    const lease = (seconds: number) =>
      app.database.query(
        `insert into account_exports values ('${uuidOf(accountId)}', gen_random_uuid(), clock_timestamp() + make_interval(secs => ${seconds}))
         on conflict (account_id) do update set lease_until = excluded.lease_until`,
      );
    const ask = () => call(app.base, 'GET', '/api/account/export', { token: accessToken });
    await lease(60);
    expect((await ask()).status).toBe(409);
    await lease(-1);
    await download('/api/account/export', accessToken);
  });
});

/** Predictions with 64 KiB of input each that does not compress: more than what a connection buffers. */
const FILLED = 300;
const FILL = `
insert into predictions (id, account_id, env, model_key, model, modality, operation, provider, input, cost, status, fair_tag,
  deadline_at, completed_at, error_code, error_message, error_retryable)
select gen_random_uuid(), $1, 'live', 'embedded-fault', 'fault', 'image', 'text-to-image', 'fault',
  jsonb_build_object('prompt', (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 2048) m)), 0, 'failed', 0,
  now(), now(), 'cancelled', 'The prediction was cancelled.', true
from generate_series(1, ${FILLED}) n
`;
