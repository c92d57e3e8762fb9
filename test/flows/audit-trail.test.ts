/** The audit trail: what is recorded, by whom, and that no event can be changed afterwards. */
import { jest } from '@jest/globals';
import { AuditTrail } from '../../src/audit/index.js';
import { OneTimeLinks } from '../../src/auth/index.js';
import { creditsGrant } from '../../src/cli/credits-grant.js';
import { usersCreate } from '../../src/cli/users-create.js';
import { usersReset } from '../../src/cli/users-reset.js';
import { usersRole } from '../../src/cli/users-role.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, generate, type Json, newCaller, type Person, register } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { uuidOf } from '../support/public-ids.js';

const ENTRY = {
  accountId: '0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f',
  actor: { kind: 'system', id: null },
  address: '192.0.2.7',
  action: 'thing.changed',
  target: 'thing_1',
  before: { size: 1 },
  after: { size: 2 },
  requestId: 'request-1',
} as const;
const NEXT = 'another horse battery staple';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await registerAdmin(app);
});
afterAll(() => app.close());
afterEach(() => jest.restoreAllMocks());

const record = () => app.app.get(AuditTrail).record(app.app.get(Database), ENTRY);

/** Returns the events of a target, newest first, as administrators read them. */
async function eventsOf(target: string): Promise<Json[]> {
  const path = `/api/admin/audit?target=${target}`;
  return (await call(app.base, 'GET', path, { token: admin.accessToken })).body.items;
}

/** Calls a route. @returns its status and the id of the request. */
async function ask(token: string | undefined, method: string, path: string, body?: object) {
  const { status, headers } = await call(app.base, method, path, { token, body });
  return { status, requestId: headers.get('x-request-id') };
}

const asAdmin = () => ({ actor: { kind: 'admin', id: admin.userId }, address: '127.0.0.1' });
const asPerson = ({ userId }: Person) => ({ actor: { kind: 'user', id: userId }, address: '127.0.0.1' });
const COMMAND = { actor: { kind: 'command', id: null }, address: null, requestId: null };

/** Runs a command in the process of the test. */
async function run(command: { read(argv: string[]): (host: never) => Promise<number> }, ...argv: string[]) {
  let printed = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const code = await command.read(argv)(app.app as never);
  jest.restoreAllMocks();
  expect(code).toBe(0);
  return printed;
}

describe('an event', () => {
  it('is rolled back with the change', async () => {
    const changing = app.app.get(Database).transaction(async (tx) => {
      await app.app.get(AuditTrail).record(tx, { ...ENTRY, action: 'thing.rolled_back' });
      throw new Error('the change failed');
    });
    await expect(changing).rejects.toThrow('the change failed');
    expect(await app.database.query(`select from audit_events where action = 'thing.rolled_back'`)).toEqual(
      [],
    );
  });

  it.each([
    ['changed', `update audit_events set after = '{}'`],
    ['moved to another account', 'update audit_events set account_id = gen_random_uuid()'],
    ['given another address', `update audit_events set address = '192.0.2.8'`],
    ['erased together with a change', `update audit_events set address = null, action = 'thing.kept'`],
    ['deleted', 'delete from audit_events'],
    ['emptied', 'truncate audit_events'],
  ])('cannot be %s', async (_name, statement) => {
    await record();
    await expect(app.database.query(statement)).rejects.toThrow('the audit trail is append-only');
  });

  it('can lose its address, and nothing else with it', async () => {
    await record();
    const columns = 'account_id, actor_kind, action, target, before, after, request_id';
    const all = `select ${columns} from audit_events order by id`;
    const kept = await app.database.query(all);
    await app.database.query('update audit_events set address = null');
    await app.database.query('update audit_events set address = null');
    expect(await app.database.query('select address from audit_events where address is not null')).toEqual(
      [],
    );
    expect(await app.database.query(all)).toEqual(kept);
  });
});

describe('credits', () => {
  const transfer = (path: string, accountId: string, amount: number) =>
    ask(admin.accessToken, 'POST', `/api/admin/credits/${path}`, { accountId, amount, note: 'Ada Lovelace' });

  it('a grant and an adjustment are recorded with their amount, and without the note', async () => {
    const { accountId } = await register(app.base);
    const granted = await transfer('grants', accountId, 5);
    const adjusted = await transfer('adjustments', accountId, -2.5);
    expect([granted.status, adjusted.status]).toEqual([201, 201]);
    const events = await eventsOf(accountId);
    expect(events).toMatchObject([
      {
        ...asAdmin(),
        accountId,
        action: 'credits.adjusted',
        after: { amount: -2.5, reference: null },
        requestId: adjusted.requestId,
      },
      {
        ...asAdmin(),
        accountId,
        action: 'credits.granted',
        after: { amount: 5, reference: null },
        requestId: granted.requestId,
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('Lovelace');
  });

  it('a rejected adjustment is not recorded, and a repeated delivery is recorded once', async () => {
    const { accountId } = await register(app.base);
    expect((await transfer('adjustments', accountId, -5_000)).status).toBe(402);
    expect(await eventsOf(accountId)).toEqual([]);
    const body = { accountId, amount: 1, note: 'once' };
    for (let at = 0; at < 2; at += 1) {
      const headers = { 'idempotency-key': `once-${accountId}` };
      await call(app.base, 'POST', '/api/admin/credits/grants', { token: admin.accessToken, body, headers });
    }
    expect(await eventsOf(accountId)).toMatchObject([{ after: { reference: `once-${accountId}` } }]);
  });

  it('a grant by a command is recorded as one', async () => {
    const { accountId } = await register(app.base);
    await run(creditsGrant, '--account', accountId, '--amount', '3', '--note', 'a gift');
    expect(await eventsOf(accountId)).toMatchObject([
      { ...COMMAND, action: 'credits.granted', after: { amount: 3 } },
    ]);
  });
});

describe('predictions ended by an administrator', () => {
  it.each([
    ['cancel', 'prediction.cancelled', undefined],
    ['fail', 'prediction.failed', { note: 'lost' }],
  ])('%s: the first end is recorded, a second one changes nothing', async (verb, action, body) => {
    const { key, person } = await newCaller(app.base);
    const { predictionId } = await generate(app.base, key, { modelKey: 'embedded-fault', mode: 'hang' });
    const path = `/api/admin/predictions/${predictionId}/${verb}`;
    const first = await ask(admin.accessToken, 'POST', path, body);
    const second = await ask(admin.accessToken, 'POST', path, body);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await eventsOf(predictionId as string)).toMatchObject([
      { ...asAdmin(), action, accountId: person.accountId, requestId: first.requestId },
    ]);
  });

  it('a failed recording leaves the prediction running and its credits held', async () => {
    const { key } = await newCaller(app.base);
    const { predictionId } = await generate(app.base, key, { modelKey: 'embedded-fault', mode: 'hang' });
    jest.spyOn(app.app.get(AuditTrail), 'record').mockRejectedValue(new Error('not recorded'));
    const path = `/api/admin/predictions/${predictionId}/cancel`;
    expect((await ask(admin.accessToken, 'POST', path)).status).toBe(500);
    jest.restoreAllMocks();
    const { body } = await call(app.base, 'GET', `/api/generate/status/${predictionId}`, { token: key });
    expect(body).toMatchObject({ status: 'processing', creditsRefunded: 0 });
    expect((await ask(admin.accessToken, 'POST', path)).status).toBe(200);
  });
});

describe('users', () => {
  it('created, given a role and given a link by commands', async () => {
    const email = `made-${process.pid}@example.test`;
    const printed = await run(usersCreate, '--email', email);
    const userId = /usr_\w{32}/.exec(printed)![0];
    const accountId = /acc_\w{32}/.exec(printed)![0];
    await run(usersRole, '--email', email, '--role', 'admin');
    await run(usersRole, '--email', email, '--role', 'admin');
    const link = await run(usersReset, '--email', email);
    const events = await eventsOf(userId);
    expect(events).toMatchObject([
      { ...COMMAND, accountId, action: 'link.created', after: { purpose: 'reset' } },
      {
        ...COMMAND,
        accountId,
        action: 'user.role_changed',
        before: { role: 'user' },
        after: { role: 'admin' },
      },
      { ...COMMAND, accountId, action: 'user.created', after: { role: 'user' } },
    ]);
    const token = /#token=([\w-]{43})/.exec(link)![1]!;
    // The email stands beside the events, and in none of them.
    const kept = events.map((event) => ({ ...event, email: null, targetName: null }));
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${email}|${token}`));
  });

  it('a changed and a reset password, without the password', async () => {
    const person = await register(app.base);
    const change = { current: person.password, next: NEXT };
    const wrong = await ask(person.accessToken, 'POST', '/api/auth/password', { current: NEXT, next: NEXT });
    const changed = await ask(person.accessToken, 'POST', '/api/auth/password', change);
    expect([wrong.status, changed.status]).toEqual([401, 204]);
    const database = app.app.get(Database);
    const { url } = await app.app.get(OneTimeLinks).create(database, uuidOf(person.userId), 'reset');
    const token = url.split('#token=')[1]!;
    const reset = await ask(undefined, 'POST', '/api/auth/password/reset', { token, password: NEXT });
    expect(reset.status).toBe(200);
    const events = await eventsOf(person.userId);
    const { accountId } = person;
    expect(events).toMatchObject([
      {
        ...asPerson(person),
        accountId,
        action: 'password.reset',
        after: { endedSessions: 1 },
        requestId: reset.requestId,
      },
      // A person with the link receives the user's mails.
      { ...asPerson(person), accountId, action: 'user.email_verified', requestId: reset.requestId },
      {
        ...asPerson(person),
        accountId,
        action: 'password.changed',
        after: { endedSessions: 0 },
        requestId: changed.requestId,
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('horse');
  });

  it('ended sessions', async () => {
    const person = await register(app.base);
    const { email, password, accountId } = person;
    for (let at = 0; at < 2; at += 1)
      await call(app.base, 'POST', '/api/auth/login', { body: { email, password } });
    const sessions = await call(app.base, 'GET', '/api/auth/sessions', { token: person.accessToken });
    const { id } = (sessions.body.items as { id: string; current: boolean }[]).find(
      ({ current }) => !current,
    )!;
    const one = await ask(person.accessToken, 'DELETE', `/api/auth/sessions/${id}`);
    const again = await ask(person.accessToken, 'DELETE', `/api/auth/sessions/${id}`);
    const others = await ask(person.accessToken, 'DELETE', '/api/auth/sessions');
    expect([one.status, again.status, others.status]).toEqual([204, 204, 204]);
    expect(await eventsOf(id)).toMatchObject([
      { ...asPerson(person), accountId, action: 'session.ended', requestId: one.requestId },
    ]);
    expect(await eventsOf(person.userId)).toMatchObject([
      {
        ...asPerson(person),
        accountId,
        action: 'session.others_ended',
        after: { ended: 1 },
        requestId: others.requestId,
      },
    ]);
  });
});

describe('the installation', () => {
  it('checks of an engine and verifications of the ledger are of no account', async () => {
    const checked = await ask(admin.accessToken, 'POST', '/api/admin/providers/embedded/check');
    expect(await eventsOf('embedded')).toMatchObject([
      {
        ...asAdmin(),
        accountId: null,
        action: 'provider.checked',
        after: { ok: true },
        requestId: checked.requestId,
      },
    ]);
    const begun = await ask(admin.accessToken, 'POST', '/api/admin/ledger/verification');
    const path = '/api/admin/audit?action=ledger.verification_started';
    const { body } = await call(app.base, 'GET', path, { token: admin.accessToken });
    expect(body.items).toMatchObject([{ ...asAdmin(), accountId: null, requestId: begun.requestId }]);
  });
});
