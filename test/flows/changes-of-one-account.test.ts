/**
 * Changes of one account wait for each other without a connection: fifty at once, while the account is locked, leave the service to
 * all others.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { HOLD_ACCOUNT } from '../../src/accounts/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, generate, type Json, newCaller, sentAgain } from '../support/client.js';
import { countWaiting, holding, holdingAccount } from '../support/held-transactions.js';

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

/** What a change waits for: by default the wallet of its account. */
type Hold = typeof holdingAccount;
/** As a deletion of the account does, for which its new keys wait. */
const holdingRow: Hold = (at, id) => holding(at, HOLD_ACCOUNT.text, id);

const ROUTES: { route: string; send: (at: number) => Promise<Answer>; hold?: Hold }[] = [
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
    hold: holdingRow,
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

it.each(ROUTES)(
  '$route: fifty at once leave the connections to others',
  async ({ send, hold = holdingAccount }) => {
    const release = await hold(app, caller.person.accountId);
    const sent = Array.from({ length: AT_ONCE }, (_, at) => sentAgain(() => send(at)));
    // None of them ends while the account is locked.
    const ended = Promise.race(sent).then(({ text }) => text);
    try {
      while ((await countWaiting(app)) === 0)
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
      expect(await countWaiting(app)).toBe(1);
    } finally {
      await release();
      await Promise.allSettled(sent);
    }
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  },
);
