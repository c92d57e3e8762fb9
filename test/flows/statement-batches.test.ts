/** Group commit: a request that fails or blocks does not affect the others of its batch. */
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, newCaller } from '../support/client.js';
import { holdingAccount, waiting } from '../support/held-transactions.js';
import { expectSoundLedger } from '../support/ledger-audit.js';

const BODY = { modelKey: 'embedded-fault', mode: 'ok' };

let app: TestApp;
beforeAll(async () => (app = await startApp({ ROLES: 'api' })));
afterAll(() => app.close());

const create = ({ key }: { key: string }) =>
  call(app.base, 'POST', '/api/generate', { token: key, body: BODY });

it('a statement timeout fails only the request of the account whose row is locked', async () => {
  const [locked, ...others] = await Promise.all(Array.from({ length: 10 }, () => newCaller(app.base)));
  const release = await holdingAccount(app, locked!.person.accountId);
  try {
    // While this request waits for the row, the others queue and run together in the next statement.
    const first = create(locked!);
    await waiting(app, 1);
    const together = await Promise.all([locked!, ...others].map(create));
    expect((await first).status).toBe(503);
    expect(together.map(({ status }) => status)).toEqual([503, ...others.map(() => 201)]);
  } finally {
    await release();
  }
  expect((await create(locked!)).status).toBe(201);
  await expectSoundLedger(app.url);
});

it('the server cancels a statement before its client’s timeout, so that a cancelled statement was rolled back', async () => {
  const slow = app.app.get(Database).query('select pg_sleep(30)');
  await expect(slow).rejects.toMatchObject({ code: '57014' });
});
