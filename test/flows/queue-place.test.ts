/** A prediction that ends before its start returns its account's place in the fair queue. */
import { startApp, type TestApp } from '../support/app.js';
import { call, generate, type Json, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { uuidOf } from '../support/public-ids.js';

const JOB = { modelKey: 'embedded-fault', mode: 'ok' };

let app: TestApp;
beforeAll(async () => (app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '1000' })));
afterAll(() => app.close());

const start = async (key: string) => (await generate(app.base, key, JOB)).predictionId as string;
const many = (count: number, key: string) => Promise.all(Array.from({ length: count }, () => start(key)));
const cancel = (key: string, id: string) =>
  call(app.base, 'POST', `/api/generate/${id}/cancel`, { token: key });
/** Returns the position in the worker's order, without the cached queue position. */
async function placeOf(id: string): Promise<number> {
  const rows = await app.database.query<{ id: string }>(
    `select 'pred_' || replace(id::text, '-', '') as id from predictions
     where status = 'processing' and started_at is null order by fair_tag, id`,
  );
  return rows.findIndex((row) => row.id === id) + 1;
}

it('after two hundred cancelled waiting predictions the next one has the place of a new account', async () => {
  const crowd = await newCaller(app.base);
  const canceller = await newCaller(app.base);
  const newcomer = await newCaller(app.base);
  await many(400, crowd.key);
  const cancelled = await many(200, canceller.key);
  await Promise.all(cancelled.map((id) => cancel(canceller.key, id)));
  const next = await placeOf(await start(canceller.key));
  const first = await placeOf(await start(newcomer.key));
  console.log(
    `200 cancelled before they began, 400 of another account: place ${next}, a newcomer's ${first}`,
  );
  expect(Math.abs(next - first)).toBeLessThanOrEqual(2);
  expect(next).toBeLessThan(10);
  await expectSoundLedger(app.url);
});

it('waiting predictions keep their place, and started ones return none', async () => {
  const { key, person } = await newCaller(app.base);
  const tagOf = async (): Promise<number> => {
    const [row] = await app.database.query<Json>('select fair_tag from wallets where account_id = $1', [
      uuidOf(person.accountId),
    ]);
    return Number(row.fair_tag);
  };
  const uuids = (ids: string[]) => ids.map(uuidOf);
  const tagsOf = (ids: string[]) =>
    app.database.query('select id, fair_tag from predictions where id = any($1::uuid[]) order by id', [
      uuids(ids),
    ]);
  const before = await tagOf();
  const [one, two, begun, three] = await many(4, key);
  const weight = ((await tagOf()) - before) / 4;
  expect(weight).toBeGreaterThan(0);
  await app.database.query(
    'update predictions set started_at = clock_timestamp() where id = any($1::uuid[])',
    [uuids([begun!])],
  );
  const places = await tagsOf([two!, three!]);
  await cancel(key, begun!);
  expect((await tagOf()) - before).toBe(4 * weight);
  await Promise.all([cancel(key, one!), cancel(key, one!)]);
  expect((await tagOf()) - before).toBe(3 * weight);
  expect(await tagsOf([two!, three!])).toEqual(places);
});
