/** Starts by databases: versions, encodings, defaults of roles, other programs, rights. More members are in `test/e2e/fit-database.test.ts`. */
import type { DatabaseOfRow, Row } from '../row.js';

const C = "locale 'C' locale_provider libc template template0";
const defaults = (...settings: string[]): DatabaseOfRow => ({
  sql: settings.map((setting) => `alter role "$name" set ${setting}`),
});
const ofDatabase = (setting: string): DatabaseOfRow => ({ sql: [`alter database "$name" set ${setting}`] });

const SERVERS: Row[] = [
  { name: 'PostgreSQL 14', database: { version: '14' } },
  { name: 'PostgreSQL 15', database: { version: '15' } },
  { name: 'PostgreSQL 16', database: { version: '16' } },
  { name: 'PostgreSQL 17', database: { version: '17' } },
  {
    name: 'its own, beside variables of libpq',
    env: {
      ...{
        PGSSLMODE: 'require',
        PGHOST: 'x.test',
        PGPORT: '1',
        PGUSER: 'x',
        PGPASSWORD: 'x',
        PGDATABASE: 'x',
      },
      ...{ PGOPTIONS: '--bogus=1', PGCLIENTENCODING: 'LATIN1', PGREPLICATION: 'database', PGAPPNAME: 'x' },
    },
    short: true,
  },
  {
    name: 'a server without TLS, by sslmode=require',
    database: { url: ({ searchParams }) => searchParams.set('sslmode', 'require') },
    refused: [/offers no TLS, and sslmode of DATABASE_URL asks for it/],
  },
  {
    name: 'a password that is wrong',
    database: { url: (url) => void (url.password = 'SECRET') },
    refused: [/rejected the password of the role "\w+"/],
  },
  {
    name: 'a database that is not there',
    database: { url: (url) => void (url.pathname = '/nowhere') },
    refused: [/"nowhere" does not exist on 127\.0\.0\.1:\d+: create it/],
    short: true,
  },
];

const ENCODINGS: Row[] = [
  {
    name: 'LATIN1',
    database: { options: `encoding 'LATIN1' ${C}` },
    refused: [/has the encoding LATIN1/],
    short: true,
  },
  {
    name: 'SQL_ASCII',
    database: { options: `encoding 'SQL_ASCII' ${C}` },
    refused: [/has the encoding SQL_ASCII/],
  },
  { name: 'UTF8 in the C locale', database: { options: `encoding 'UTF8' ${C}` } },
  {
    name: 'UTF8 in a Turkish locale',
    database: {
      options: "encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'tr' template template0",
    },
  },
];

const DEFAULTS: Row[] = [
  {
    name: 'formats',
    database: defaults(
      ...["datestyle = 'German, DMY'", "timezone = 'Asia/Kathmandu'", "intervalstyle = 'sql_standard'"],
      ...[
        "bytea_output = 'escape'",
        'extra_float_digits = -15',
        "client_encoding = 'LATIN1'",
        "lc_numeric = 'C'",
      ],
      ...['quote_all_identifiers = on', "xmlbinary = 'hex'"],
    ),
  },
  { name: 'formats of the database', database: ofDatabase("datestyle = 'SQL, DMY'") },
  {
    name: 'how text is read',
    database: defaults(
      'standard_conforming_strings = off',
      "backslash_quote = 'off'",
      'transform_null_equals = on',
      'array_nulls = off',
    ),
  },
  {
    name: 'serializable transactions',
    database: defaults(
      "default_transaction_isolation = 'serializable'",
      'default_transaction_deferrable = on',
    ),
  },
  {
    name: 'short time limits',
    database: defaults(
      "statement_timeout = '2s'",
      "lock_timeout = '1s'",
      "idle_in_transaction_session_timeout = '1s'",
      "idle_session_timeout = '5s'",
    ),
  },
  {
    name: 'an odd planner',
    database: defaults(
      'enable_seqscan = off',
      'jit = on',
      'jit_above_cost = 0',
      "plan_cache_mode = 'force_generic_plan'",
      "work_mem = '64kB'",
    ),
  },
  {
    name: 'commits that are not flushed',
    database: defaults('synchronous_commit = off', 'row_security = off'),
  },
  {
    name: 'a schema of its own',
    database: {
      sql: [
        'create schema "Own" authorization "$name"',
        'alter role "$name" set search_path = "Absent", "Own", public',
      ],
    },
  },
  {
    name: 'no schema',
    database: defaults("search_path = ''"),
    refused: [/No schema of the search_path exists/],
  },
  {
    name: 'another role',
    database: {
      sql: [
        'create role "$name other"',
        'grant "$name other" to "$name"',
        'alter role "$name" set role = "$name other"',
      ],
    },
    refused: [/The role "\w+" must own the database/],
  },
  {
    name: 'read-only transactions',
    database: defaults('default_transaction_read_only = on'),
    refused: [/is read-only/],
    waits: true,
  },
  {
    name: 'a database that is read-only',
    database: ofDatabase('default_transaction_read_only = on'),
    refused: [/is read-only/],
    waits: true,
  },
];

const OTHERS: Row[] = [
  {
    name: 'a table of another program',
    database: { ownSql: ['create table users (id int)'] },
    refused: [/another program \(users\)/],
  },
  {
    name: 'a foreign table',
    database: {
      sql: [
        'create foreign data wrapper w',
        'create server s foreign data wrapper w',
        'create foreign table accounts (id int) server s',
      ],
    },
    refused: [/another program \(accounts\)/],
  },
  {
    name: 'tables of another program in another schema',
    database: {
      ownSql: ['create schema other', 'create table other.users (id int)', 'create table pictures (id int)'],
    },
  },
  {
    name: 'a function of another program',
    database: { ownSql: ["create function refuse_ledger_change() returns int language sql as 'select 1'"] },
    refused: [/another program \(refuse_ledger_change\)/],
  },
  {
    name: 'a type of another program',
    database: { ownSql: ["create type accounts as enum ('a')"] },
    refused: [/another program \(accounts\)/],
  },
];

const RIGHTS: Row[] = [
  {
    name: 'a role that may make nothing',
    database: {
      sql: ['alter database "$name" owner to postgres', 'revoke create on schema public from public'],
    },
    refused: [/The role "\w+" must own the database/],
  },
  {
    name: 'a role that may not connect',
    database: {
      sql: ['revoke connect on database "$name" from public', 'alter database "$name" owner to postgres'],
    },
    refused: [/The role "\w+" must own the database/],
  },
  {
    name: 'a role that may not sign in',
    database: { sql: ['alter role "$name" nologin'] },
    refused: [/rejected the role "\w+"/],
  },
  {
    name: 'a role whose password has ended',
    database: { sql: ['alter role "$name" valid until \'2001-01-01\''] },
    refused: [/rejected the password of the role/],
  },
  {
    name: 'a role with too few connections',
    database: { sql: ['alter role "$name" connection limit 1'] },
    refused: [/too many connections/],
    waits: true,
  },
  {
    name: 'a database that takes no connections',
    database: { sql: ['alter database "$name" allow_connections false'] },
    refused: [/The database "\w+" on \S+ takes no connections: allow them with/],
  },
];

export const DATABASES: Row[] = [...SERVERS, ...ENCODINGS, ...DEFAULTS, ...OTHERS, ...RIGHTS];
