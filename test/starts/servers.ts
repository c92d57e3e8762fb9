/** PostgreSQL of several versions, one server each, and databases in them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedDatabase, startEmbeddedPostgres } from '@offprint/embedded-postgres';
import pg from 'pg';
import { temporaryDirectory } from '../support/service-process.js';
import type { DatabaseOfRow } from './row.js';

interface Server {
  embedded: EmbeddedDatabase;
  /** With the rights of a superuser, to a database. */
  urlOf(database: string): string;
}

const servers = new Map<string, Promise<Server>>();

export async function stopServers(): Promise<void> {
  await Promise.all([...servers.values()].map(async (server) => (await server).embedded.stop()));
}

/** Starts the server of a version when it is first used. */
function serverOf(version = ''): Promise<Server> {
  const server = servers.get(version) ?? start(version);
  servers.set(version, server);
  return server;
}

async function start(version: string): Promise<Server> {
  const directory = await temporaryDirectory();
  const programs = version === '' ? {} : { programs: programsOf(version) };
  const embedded = await startEmbeddedPostgres({ directory, ...programs });
  const { superuserPassword } = JSON.parse(await readFile(join(directory, 'postgres.json'), 'utf8')) as {
    superuserPassword: string;
  };
  const urlOf = (database: string) =>
    `postgres://postgres:${superuserPassword}@127.0.0.1:${embedded.port}/${encodeURIComponent(database)}`;
  return { embedded, urlOf };
}

/** The programs of a package of `servers/package.json`. */
const programsOf = (version: string): string =>
  join(process.cwd(), 'test/starts/servers/node_modules', `postgres-${version}`, 'native/bin');

export async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

function ifClosed(error: unknown): unknown[] {
  if (/not currently accepting connections/.test(String(error))) return [];
  throw error;
}

let made = 0;

export interface MadeDatabase {
  /** As its role. */
  url: string;
  /** Returns the names of its relations. */
  relations(): Promise<unknown[]>;
}

export async function makeDatabase({ version, options = '', ...row }: DatabaseOfRow): Promise<MadeDatabase> {
  const { urlOf, embedded } = await serverOf(version);
  const name = `start_${(made += 1)}`;
  await query(urlOf('postgres'), `create role "${name}" login password 'password'`);
  await query(urlOf('postgres'), `create database "${name}" owner "${name}" ${options}`);
  const url = new URL(`postgres://${name}:password@127.0.0.1:${embedded.port}/${name}`);
  for (const statement of row.ownSql ?? []) await query(url.href, statement);
  for (const statement of row.sql ?? []) {
    // A database cannot be closed from within.
    const at = statement.startsWith('alter ') ? 'postgres' : name;
    await query(urlOf(at), statement.replaceAll('$name', name));
  }
  row.url?.(url);
  return {
    url: url.href,
    relations: () => query(urlOf(name), RELATIONS).catch(ifClosed),
  };
}

const RELATIONS = `select relnamespace::regnamespace, relname from pg_class
  where relnamespace <> all ('{pg_catalog, pg_toast, information_schema}'::regnamespace[]) order by 1, 2`;
