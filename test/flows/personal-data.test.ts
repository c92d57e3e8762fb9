/** Every table with an account's id is claimed: what a deletion erases of it and what an export shows is stated, with reasons. */
import openAiFront from '../../packages/openai-front/src/index.js';
import { RetriesErasure } from '../../packages/openai-front/src/retries-erasure.js';
import { RequestErasure } from '../../packages/request-log/src/request-erasure.js';
import { ExportedData } from '../../src/account-data/export/exported-data.js';
import { PERSONAL_DATA, STEPS } from '../../src/account-data/personal-data.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

/** What the folders of the service claim, and the extensions with tables. */
const CLAIMS = [...PERSONAL_DATA, RequestErasure, RetriesErasure].flatMap(({ tables }) =>
  Object.entries(tables),
);

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase(openAiFront.schemas);
});
afterAll(() => database.drop());

/**
 * Returns the tables that have an account's id, a user's, a key's or a prediction's in a column that is named so, and all that refer to one
 * of these by a foreign key, directly or over others.
 */
async function tablesOfAccounts(): Promise<string[]> {
  const rows = await database.query<{ name: string }>(`
    with recursive found (id) as (
      select c.oid from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text !~ '^pg_|^information_schema$' and (c.relname in ('accounts', 'users') or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and (
          a.attname ~ '^(account|actor|key|prediction|user)_id$' or a.atttypid = 'uuid'::regtype and a.attname ~ '^by_|_by$')))
      union
      select k.conrelid from found f join pg_constraint k on k.confrelid = f.id and k.contype = 'f'
    )
    select id::regclass::text as name from found`);
  return rows.map(({ name }) => name);
}

/** Returns the tables of accounts that have no claim, and the claims without a table. */
async function differences() {
  const tables = await database.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'p')`,
  );
  const [existing, claimed] = [tables.map(({ name }) => name), CLAIMS.map(([name]) => name)];
  return {
    unclaimed: (await tablesOfAccounts()).filter((name) => !claimed.includes(name)).sort(),
    missing: claimed.filter((name) => !existing.includes(name)),
  };
}

it('every table with an account’s id is claimed once, and every claim is of a table', async () => {
  expect(await differences()).toEqual({ unclaimed: [], missing: [] });
  expect(CLAIMS.map(([name]) => name).sort()).toEqual([...new Set(CLAIMS.map(([name]) => name))].sort());
});

it.each([
  ['has the id of an account', 'account_id uuid'],
  ['has the id of a prediction', 'prediction_id uuid'],
  ['says who has changed it', 'changed_by uuid'],
  ['refers to a user', 'owner uuid references users'],
  ['refers to a payment', 'paid uuid references payments'],
])('a new table that %s is unclaimed', async (_what, column) => {
  await database.query(`create table notes (${column})`);
  expect((await differences()).unclaimed).toEqual(['notes']);
  await database.query('drop table notes');
});

it('a claim of a table that was dropped is missing', async () => {
  await database.query('alter table uploads rename to files');
  expect(await differences()).toEqual({ unclaimed: ['files'], missing: ['uploads'] });
  await database.query('alter table files rename to uploads');
});

it('every step of an erasure is claimed by the table that it erases, in the folder that has the step', () => {
  const claimed = new Set(CLAIMS.flatMap(([, { erased = [] }]) => erased));
  expect([...claimed].sort()).toEqual([...STEPS, 'deletion', 'remove answers', 'remove request log'].sort());
  const steps = PERSONAL_DATA.flatMap(({ tables, steps: own = {} }) =>
    Object.entries(own).map(([name, { text }]) => ({ name, text, tables })),
  );
  expect(steps.length).toBeGreaterThan(20);
  for (const { name, text, tables } of steps) {
    const changed = [...text.matchAll(/(?:delete from|(?<!for )update) (\w+)/g)].map(([, table]) => table!);
    const claiming = Object.keys(tables).filter((table) => tables[table]!.erased?.includes(name));
    expect([name, changed.sort()]).toEqual([name, claiming.sort()]);
  }
});

it('every file of an export is claimed by a table', () => {
  const files = ExportedData.prototype.lists.call({} as never, 'none').map(([name]) => name);
  const claimed = new Set(CLAIMS.flatMap(([, { exported = [] }]) => exported));
  expect([...claimed].sort()).toEqual(['account.json', ...files].sort());
});
