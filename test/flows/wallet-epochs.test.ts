/** A wallet is one row whose updates begin epochs (`platform/database/epochs.sql.ts`). Money stays exact over them. */
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { uuidOf } from '../support/public-ids.js';

const EPOCH_UPDATES = 64;
const BODY = { modelKey: 'embedded-fault', mode: 'permanent' };

let app: TestApp;
let other: TestApp;
/** Sign-up grants 1 credit, the price of one prediction. */
beforeAll(async () => {
  app = await startApp({ SIGNUP_CREDITS: '1' });
  other = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '1' }, app.database);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

async function newAccount() {
  const { key, person } = await newCaller(app.base, { rateLimit: 6000 });
  return { key, id: uuidOf(person.accountId) };
}

const GRANT = `with a as (update wallets set balance = balance + $2::int where account_id = $1 returning account_id as id, balance)
insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
select id, 'grant', 'system', 'wallet', $2, balance from a`;

async function updatesOf(id: string): Promise<number> {
  const [row] = await app.database.query<{ updates: string }>(
    `select epoch * ${EPOCH_UPDATES} + updates as updates from wallets where account_id = $1`,
    [id],
  );
  return Number(row!.updates);
}

it('each charge and each settlement counts as an update, and the 64th begins an epoch', async () => {
  const { key, id } = await newAccount();
  const before = await updatesOf(id);
  for (let n = 0; n < EPOCH_UPDATES; n += 1) {
    const { predictionId } = await generate(app.base, key, BODY);
    await finished(app.base, key, predictionId);
  }
  expect(await updatesOf(id)).toBe(before + 2 * EPOCH_UPDATES);
  expect(await balanceOf(app.base, key)).toBe(1);
  await expectSoundLedger(app.url);
});

it('statements that wait for a row of a later epoch spend no credit twice', async () => {
  const { key, id } = await newAccount();
  await app.database.query(GRANT, [id, 149_000]);
  let accepted = 0;
  // Two at a time at each process, so that 150 charges are more statements than an epoch has updates.
  await Promise.all(
    Array.from({ length: 4 }, async (_, caller) => {
      for (let n = 0; n < 60; n += 1) {
        const at = caller % 2 === 0 ? app.base : other.base;
        const { status } = await call(at, 'POST', '/api/generate', {
          token: key,
          body: { modelKey: 'embedded-fault', mode: 'slow', seconds: 600 },
        });
        if (status === 201) accepted += 1;
      }
    }),
  );
  expect(accepted).toBe(150);
  expect(await balanceOf(other.base, key)).toBe(0);
  expect(await updatesOf(id)).toBeGreaterThan(EPOCH_UPDATES);
  await expectSoundLedger(app.url);
});

it('the database refuses a user, a key and an upload without an account, and removes no account', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000';
  for (const statement of [
    `insert into users (id, account_id, email, password_hash) values (uuidv7(), $1, 'nobody@example.test', 'x')`,
    `update api_keys set account_id = $1 where id = (select id from api_keys limit 1)`,
    `insert into uploads (id, account_id, name, bytes, expires_at) values (uuidv7(), $1, 'x', 1, now())`,
  ])
    await expect(app.database.query(statement, [nobody])).rejects.toMatchObject({ code: '23503' });
  const { id } = await newAccount();
  await expect(app.database.query('delete from accounts where id = $1', [id])).rejects.toMatchObject({
    code: 'P0001',
  });
});
