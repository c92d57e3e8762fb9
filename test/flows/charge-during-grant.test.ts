/** A charge that waits for an uncommitted grant succeeds with its credits. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';

const GRANT = `with a as (update accounts set balance = balance + 5000 where id = $1 returning id, balance)
  insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
  select id, 'grant', 'system', 'wallet', 5000, balance from a`;

let app: TestApp;
beforeAll(async () => (app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '0' })));
afterAll(() => app.close());

/** Resolves when a statement waits for a row lock. */
async function someoneWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await app.database.query(waiting)).length === 0) await sleep(5);
}

it('a charge of an empty wallet uses a grant that is committed while the charge waits', async () => {
  const { person, key } = await newCaller(app.base);
  const accountId = person.accountId.replace('acc_', '');
  const granting = new pg.Client({ connectionString: app.url });
  await granting.connect();
  try {
    await granting.query('begin');
    await granting.query(GRANT, [accountId]);
    const body = { modelKey: 'embedded-fault', mode: 'ok' };
    const asked = call(app.base, 'POST', '/api/generate', { token: key, body });
    await someoneWaits();
    await granting.query('commit');
    expect((await asked).status).toBe(201);
  } finally {
    await granting.end();
  }
  expect(await balanceOf(app.base, key)).toBe(4);
  await expectSoundLedger(app.url);
});
