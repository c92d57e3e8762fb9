/**
 * An account is one row whose updates begin generations (`database/generations.sql.ts`). Money stays exact over them, also beside
 * processes of the release before, which look accounts up by their id and begin no generation.
 */
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { uuidOf } from '../support/public-ids.js';

const GENERATION_UPDATES = 64;
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

const GRANT = `with a as (update accounts set balance = balance + $2::int where id = $1 returning id, balance)
insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
select id, 'grant', 'system', 'wallet', $2, balance from a`;

async function updatesOf(id: string): Promise<number> {
  const [row] = await app.database.query<{ updates: string }>(
    `select generation * ${GENERATION_UPDATES} + updates as updates from accounts where id = $1`,
    [id],
  );
  return Number(row!.updates);
}

it('each charge and each settlement counts as an update, and the 64th begins a generation', async () => {
  const { key, id } = await newAccount();
  const before = await updatesOf(id);
  for (let n = 0; n < GENERATION_UPDATES; n += 1) {
    const { predictionId } = await generate(app.base, key, BODY);
    await finished(app.base, key, predictionId);
  }
  expect(await updatesOf(id)).toBe(before + 2 * GENERATION_UPDATES);
  expect(await balanceOf(app.base, key)).toBe(1);
  await expectSoundLedger(app.url);
});

it('statements that wait for a row of a later generation spend no credit twice', async () => {
  const { key, id } = await newAccount();
  await app.database.query(GRANT, [id, 149_000]);
  let accepted = 0;
  // Two at a time at each process, so that 150 charges are more statements than a generation has updates.
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
  expect(await updatesOf(id)).toBeGreaterThan(GENERATION_UPDATES);
  await expectSoundLedger(app.url);
});

it('updates of the release before, by id alone, are seen by every lookup', async () => {
  const { key, id } = await newAccount();
  for (let n = 1; n <= 3 * GENERATION_UPDATES; n += 1) {
    await app.database.query(GRANT, [id, 1_000]);
    if (n % 32 === 0) expect(await balanceOf(app.base, key)).toBe(1 + n);
  }
  const { predictionId } = await generate(app.base, key, BODY);
  expect((await finished(app.base, key, predictionId)).status).toBe('failed');
  expect(await balanceOf(app.base, key)).toBe(1 + 3 * GENERATION_UPDATES);
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
