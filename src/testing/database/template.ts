/** There is one migrated template for each set of migrations. Processes that need the same one at once create it once. */
import { createHash } from 'node:crypto';
import { baseline, type ExtensionSchema, migrate, MIGRATIONS } from '../../platform/database/index.js';
import { MOVABLE_CLOCK, SEARCH_PATH } from '../clock/database-clock.js';
import { dropDatabase, withClient } from './statements.js';
import { UUID_V7 } from './uuid-v7.js';

const TEMPLATE_LOCK = 7_264_012;

const ready = new Map<string, Promise<string>>();

/** The database has the migrations of the service and of `schemas`, to be copied. */
export function templateOf(server: string, schemas: readonly ExtensionSchema[]): Promise<string> {
  const name = nameOf(schemas);
  const key = `${server}/${name}`;
  const known = ready.get(key) ?? create(server, name, schemas);
  ready.set(key, known);
  known.catch(() => ready.delete(key));
  return known;
}

/** A server may outlive a change of a migration: the name contains their text. */
function nameOf(schemas: readonly ExtensionSchema[]): string {
  const hash = createHash('sha256').update([...MIGRATIONS, baseline(), ...MOVABLE_CLOCK, UUID_V7].join('\n'));
  for (const { name, migrations } of schemas) hash.update(`\n${name}\n${migrations.join('\n')}`);
  return `offprint_template_${hash.digest('hex').slice(0, 16)}`;
}

async function create(server: string, name: string, schemas: readonly ExtensionSchema[]): Promise<string> {
  const url = `${server}/${name}`;
  await withClient(`${server}/postgres`, async (client) => {
    // The end of the session releases it.
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query<{ datallowconn: boolean }>(
      'select datallowconn from pg_database where datname = $1',
      [name],
    );
    if (found.rows[0]?.datallowconn === false) return;
    // One that accepts connections was left by a process that ended while it migrated.
    if (found.rows[0]) await dropDatabase(server, name);
    await client.query(`create database ${name}`);
    await client.query(`alter database ${name} set search_path = ${SEARCH_PATH}`);
    await withClient(url, async (template) => {
      for (const statement of [...MOVABLE_CLOCK, UUID_V7]) await template.query(statement);
    });
    await migrate(url, { schemas });
    await client.query(`alter database ${name} allow_connections false`);
  });
  return name;
}
