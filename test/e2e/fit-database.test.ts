/** A database in which the service cannot live: one sentence, and nothing is written. */
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { loadConfig } from '../../src/platform/config/index.js';
import { baseline, openDatabase, SetupError } from '../../src/platform/database/index.js';
import { FUNCTIONS, RELATIONS } from '../../src/platform/database/relations.js';
import { type EmbeddedDatabase, startPostgres } from '../support/postgres.js';
import { temporaryDirectory } from '../support/service-process.js';

let server: EmbeddedDatabase;
beforeAll(async () => {
  server = await startPostgres({ directory: await temporaryDirectory(), database: 'fit' });
});
afterAll(() => server.stop());

it.each([
  ['tables', RELATIONS, /create (?:unlogged )?table (\w+)/g],
  ['functions', FUNCTIONS, /create (?:or replace )?function (\w+)\(/g],
])('the names of %s are those of the migrations', (_what, known, pattern) => {
  const folder = 'src/platform/database/migrations';
  const text = [
    baseline(),
    ...readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
  ].join('');
  const names = [...text.matchAll(pattern)].map(([, name]) => name!);
  expect(known).toEqual([...new Set(names)].sort());
});

let made = 0;
async function databaseWith(options: string, ...statements: string[]): Promise<string> {
  made += 1;
  const name = `unfit_${made}`;
  await run(server.url, `create database ${name} ${options}`);
  const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  for (const statement of statements) await run(url, statement);
  return url;
}

async function run(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

const relations = (url: string) =>
  run(
    url,
    `select relname from pg_class where relkind in ('r', 'v', 'm', 'p') and relnamespace <> all
       ('{pg_catalog, pg_toast, information_schema}'::regnamespace[]) order by 1`,
  );

const C = "locale 'C' locale_provider libc template template0";

it.each<[string, string, string[], RegExp]>([
  [
    'LATIN1',
    `encoding 'LATIN1' ${C}`,
    [],
    /has the encoding LATIN1, which cannot hold every text: create it with/,
  ],
  ['SQL_ASCII', `encoding 'SQL_ASCII' ${C}`, [], /has the encoding SQL_ASCII/],
  ['EUC_JP', `encoding 'EUC_JP' ${C}`, [], /has the encoding EUC_JP/],
  [
    'a table',
    '',
    ['create table users (id int)'],
    /has tables of another program \(users\).*database of its own/,
  ],
  ['a view', '', ['create view accounts as select 1'], /another program \(accounts\)/],
  ['several', '', ['create table users ()', 'create table payments ()'], /\(payments, users\)/],
  ['a last table', '', ['create table verification_links ()'], /\(verification_links\)/],
  [
    'migrations of another program',
    '',
    ['create table migrations (id int, batch int)'],
    /another program \(migrations\)/,
  ],
  [
    'migrations of another program of TypeORM',
    '',
    ["create table migrations as select 1 as id, 1::bigint as timestamp, 'Other1'::text as name"],
    /another program \(migrations\)/,
  ],
  ['a type', '', ["create type accounts as enum ('a')"], /another program \(accounts\)/],
  [
    'a function',
    '',
    ["create function refuse_ledger_change() returns int language sql as 'select 1'"],
    /another program \(refuse_ledger_change\)/,
  ],
  [
    'a schema that is older than the last one before the baseline',
    '',
    [
      "create table migrations as select 1 as id, 1763000000000 as timestamp, 'InitialSchema1763000000000'::text as name",
    ],
    /older than this release can take over: first start a version whose last migration is RejectedPayments1764911193000/,
  ],
  ['no schema', '', ['drop schema public'], /No schema of the search_path exists/],
])('%s is refused by one sentence, and nothing is written', async (_what, options, statements, sentence) => {
  const url = await databaseWith(options, ...statements);
  const before = await relations(url);
  const opening = openDatabase(loadConfig({ DATABASE_URL: url }), () => undefined);
  await expect(opening).rejects.toThrow(SetupError);
  await expect(opening).rejects.toThrow(sentence);
  await expect(opening).rejects.toThrow(/^[^\n]+$/);
  expect(await relations(url)).toEqual(before);
});

it.each<[string, string[]]>([
  [
    'tables of other names',
    ['create table pictures (id int)', 'create schema other', 'create table other.users ()'],
  ],
  [
    'a schema whose name needs quotes',
    [
      'create schema "Own Schema"',
      'do $$ begin execute format(\'alter database %I set search_path = "Own Schema"\', current_database()); end $$',
      'create table public.users ()',
    ],
  ],
  [
    'an empty table of migrations, of a start that was killed',
    ['create table migrations (id serial primary key, timestamp bigint not null, name varchar not null)'],
  ],
])('%s do not matter', async (_what, statements) => {
  const url = await databaseWith('', ...statements);
  const opened = await openDatabase(loadConfig({ DATABASE_URL: url }), () => undefined);
  expect(opened.upgrade).toMatch(/migrations/);
  await opened.close();
  const again = await openDatabase(loadConfig({ DATABASE_URL: url }), () => undefined);
  expect(again.upgrade).toBeNull();
});
