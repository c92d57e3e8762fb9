/**
 * Changes of one account wait for each other without a connection: fifty at once, while the account is locked, leave the service to
 * all others.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, generate, type Json, newCaller } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';

const AT_ONCE = 50;
/** The default, so that fifty transactions use the pool up. */
const CONNECTIONS = '12';

let app: TestApp;
let caller: Awaited<ReturnType<typeof newCaller>>;
let other: Awaited<ReturnType<typeof newCaller>>;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '1000', DATABASE_CONNECTIONS: CONNECTIONS });
  caller = await newCaller(app.base, { rateLimit: 6000 });
  other = await newCaller(app.base, { rateLimit: 6000 });
});
afterAll(async () => app.close());

const ROUTES: { route: string; send: (at: number) => Promise<Answer> }[] = [
  {
    route: 'PUT /api/end-users/:id',
    send: (at) =>
      call(app.base, 'PUT', '/api/end-users/ada', {
        token: caller.key,
        body: { spendLimit: { credits: at + 1, period: 'day' } },
      }),
  },
  {
    route: 'DELETE /api/end-users/:id',
    send: () => call(app.base, 'DELETE', '/api/end-users/ada', { token: caller.key }),
  },
  {
    route: 'POST /api/keys',
    send: (at) => byPerson('POST', '/api/keys', { name: `Key ${at}`, scopes: ['read'] }),
  },
  {
    route: 'PATCH /api/keys/:id',
    send: (at) =>
      byPerson('PATCH', `/api/keys/${caller.record.id}`, { spendLimit: { credits: at, period: 'day' } }),
  },
];

function byPerson(method: 'POST' | 'PATCH', path: string, body: Json): Promise<Answer> {
  return call(app.base, method, path, { token: caller.person.accessToken, body });
}

/** Locks the account, as a slow transaction of its own does. */
async function lockAccount() {
  const client = new pg.Client({ connectionString: app.url });
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from accounts where id = $1 for update', [uuidOf(caller.person.accountId)]);
  return client;
}

async function waitingForLock(): Promise<number> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await app.database.query(text)).length;
}

it.each(ROUTES)('$route: fifty at once leave the connections to others', async ({ send }) => {
  const lock = await lockAccount();
  const sent = Array.from({ length: AT_ONCE }, (_, at) => send(at));
  // None of them ends while the account is locked.
  const ended = Promise.race(sent).then(({ text }) => text);
  try {
    while ((await waitingForLock()) === 0)
      expect(await Promise.race([ended, sleep(5, 'waiting')])).toBe('waiting');
    // Others create and change meanwhile.
    for (let round = 0; round < 3; round += 1) {
      await generate(app.base, other.key, { modelKey: 'embedded-fault', mode: 'ok' });
      const changed = await call(app.base, 'PUT', '/api/end-users/grace', {
        token: other.key,
        body: { spendLimit: { credits: 5, period: 'day' } },
      });
      expect(changed.status).toBe(200);
    }
    expect(await waitingForLock()).toBe(1);
  } finally {
    await lock.query('commit');
    await lock.end();
    await Promise.allSettled(sent);
  }
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});
