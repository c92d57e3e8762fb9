/** Entities and migrations are equal; docs/migrations.md lists what entities cannot express. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { SchemaComparison } from '../../src/platform/database/index.js';
import { startApp } from '../support/app.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { schemaText } from '../support/schema-text.js';

type EntityClass = new () => object;

/** Of the service, and of the extension with tables in its schema. */
const folders = ['src', 'packages/request-log/src'].map((folder) => join(process.cwd(), folder));
let entities: EntityClass[];
let database: TestDatabase;
let comparison: SchemaComparison;

beforeAll(async () => {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const modules = await Promise.all(
    files
      .filter((name) => name.endsWith('.entity.ts'))
      .map(async (name) => (await import(name)) as Record<string, unknown>),
  );
  entities = modules.flatMap((exported) =>
    Object.values(exported).filter((one): one is EntityClass => typeof one === 'function'),
  );
});

beforeEach(async () => {
  database = await createDatabase();
  // On PostgreSQL before 18 the tests bring their own.
  await database.query('drop function if exists public.uuidv7');
  comparison = new SchemaComparison(database.url, entities);
  await comparison.initialize();
});

afterEach(async () => {
  await comparison.destroy();
  await database.drop();
});

/**
 * Removes what entities cannot express: descending columns of indexes, indexes of expressions, storage parameters, triggers
 * and functions. TypeORM writes the default 0 as a string of the column's type.
 */
function sayable(schema: string): string {
  return schema
    .replace(/^create table \w+ \(\n[^]*?\n\) with \(.*\);$/gm, (table) =>
      table.replace(/ with \(.*\);$/, ';'),
    )
    .replace(/ DESC\b/g, '')
    .replace(/^CREATE INDEX \w+ ON \S+ USING gin .*;\n/gm, '')
    .replace(/ default '0'::\w+/g, ' default 0')
    .replace(/^CREATE TRIGGER .*;\n/gm, '')
    .replace(/^CREATE OR REPLACE FUNCTION [^]*?\$function\$[^]*?\$function\$;\n/gm, '')
    .trim();
}

describe('the schema of the migrations', () => {
  it('equals that of the entities', async () => {
    expect(await comparison.differences()).toEqual([]);
    const migrated = sayable(await schemaText(database.query));
    await database.query('drop schema public cascade');
    await database.query('create schema public');
    await comparison.driver.createSchemaBuilder().build();
    expect(sayable(await schemaText(database.query))).toBe(migrated);
  });

  it('has columns named as the properties of the entities, in snake case: written SQL relies on it', () => {
    const snakeCase = (property: string) =>
      property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const columns = comparison.entityMetadatas.flatMap((entity) => entity.columns);
    expect(columns.length).toBeGreaterThan(100);
    expect(columns.map(({ databaseName }) => databaseName)).toEqual(
      columns.map(({ propertyName }) => snakeCase(propertyName)),
    );
  });

  it.each([
    ['a column', 'alter table uploads add column colour text'],
    ['a type', 'alter table uploads alter column bytes type integer'],
    ['a default', 'alter table predictions alter column progress set default 1'],
    ['an index', 'drop index predictions_leased'],
    ['a constraint', 'alter table api_keys drop constraint api_keys_name_length'],
    ['a foreign key', 'alter table predictions drop constraint predictions_key_id_fkey'],
  ])('differs from the entities with an additional %s', async (_what, change) => {
    await database.query(change);
    expect(await comparison.differences()).not.toEqual([]);
  });
});

it('every entity is registered in the application', async () => {
  const app = await startApp();
  try {
    const known = app.app.get(DataSource).entityMetadatas.map(({ target }) => target);
    expect(new Set(known)).toEqual(new Set(entities));
  } finally {
    await app.close();
  }
});
