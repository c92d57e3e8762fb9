/** A database and a role with formats, a time zone, an isolation and limits of their own: nothing that the service answers depends on them. */
import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, type Json, newCaller } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { expectSoundLedger } from '../support/ledger-audit.js';

const SETTINGS: Record<string, string> = {
  datestyle: "'German, DMY'",
  timezone: "'Asia/Kolkata'",
  intervalstyle: "'sql_standard'",
  bytea_output: "'escape'",
  extra_float_digits: '-15',
  default_transaction_isolation: "'serializable'",
  default_transaction_deferrable: 'on',
  array_nulls: 'off',
  standard_conforming_strings: 'off',
  transform_null_equals: 'on',
  lock_timeout: '1',
  idle_session_timeout: '200',
};

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await createDatabase();
  const name = new URL(database.url).pathname.slice(1);
  for (const [setting, value] of Object.entries(SETTINGS))
    await database.query(`alter database ${name} set ${setting} = ${value}`);
  app = await startApp({}, database);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Returns every timestamp of a response: the values of fields whose names end with At. */
function timestampsOf(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(timestampsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Record<string, Json>).flatMap(([name, inner]) =>
    /At$/.test(name) && typeof inner === 'string' ? [inner] : timestampsOf(inner),
  );
}

it('has defaults of its own', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ now: string }>('select now()::text as now');
  await client.end();
  expect(rows[0]!.now).toMatch(/^\d\d\.\d\d\.\d{4} .* IST$/);
});

it('a whole generation, its timeline, and every list', async () => {
  const before = Date.now() - 1_000;
  const { person, key } = await newCaller(app.base);
  const token = person.accessToken;
  const ids: string[] = [];
  for (const body of [
    { modelKey: 'embedded-image', prompt: 'a lighthouse', resolution: 256 },
    { modelKey: 'embedded-fault', mode: 'ok' },
    { modelKey: 'embedded-fault', mode: 'permanent' },
  ])
    ids.push(
      (await generate(app.base, key, body, { 'idempotency-key': `${ids.length}` })).predictionId as string,
    );
  const ends = await Promise.all(ids.map((id) => finished(app.base, key, id)));
  expect(ends.map(({ status }) => status)).toEqual(['completed', 'completed', 'failed']);
  const again = await generate(
    app.base,
    key,
    { modelKey: 'embedded-fault', mode: 'ok' },
    { 'idempotency-key': '1' },
  );
  expect(again.predictionId).toBe(ids[1]);

  const answers: Json[] = [...ends];
  for (const [path, as] of [
    ['/api/generate/history?limit=2', key],
    ['/api/credits/ledger?limit=2', key],
    ['/api/credits/balance', key],
    ['/api/keys', token],
    ['/api/auth/sessions', token],
    ['/api/dashboard/overview', token],
    ['/api/dashboard/predictions?limit=2', token],
    ['/api/dashboard/credits/ledger?limit=2', token],
    ['/api/dashboard/credits/spend?by=day&timeZone=Asia/Kolkata', token],
  ] as const) {
    const answer = await call(app.base, 'GET', path, { token: as });
    expect([path, answer.status]).toEqual([path, 200]);
    answers.push(answer.body);
    const cursor = answer.body.nextCursor as string | null | undefined;
    if (!cursor) continue;
    const next = await call(app.base, 'GET', `${path}&cursor=${encodeURIComponent(cursor)}`, { token: as });
    expect([path, next.status, next.body.items.length > 0]).toEqual([path, 200, true]);
    answers.push(next.body);
  }
  const timestamps = answers.flatMap(timestampsOf);
  expect(timestamps.length).toBeGreaterThan(20);
  const wrong = timestamps.filter(
    (text) =>
      !ISO.test(text) || !(Date.parse(text) > before && Date.parse(text) < Date.now() + 400 * 86_400_000),
  );
  expect(wrong).toEqual([]);
  await expectSoundLedger(database.url);
});
