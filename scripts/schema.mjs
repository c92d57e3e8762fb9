// Writes docs/schema.sql: the schema of a fresh installation. The file is committed, so that a schema change is visible in
// review; a test compares it with a migrated database. The script runs the sources and needs no build.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { register } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { answerHelp } from './help.mjs';
import { schemaText } from './schema-text.mjs';

answerHelp('usage: npm run generate -- schema   Writes docs/schema.sql.');
register('./typescript-hook.mjs', import.meta.url);

const FILE = fileURLToPath(new URL('../docs/schema.sql', import.meta.url));

async function read() {
  const { loadConfig } = await import('../src/config/index.ts');
  const { openDatabase } = await import('../src/database/index.ts');
  const directory = await mkdtemp(join(tmpdir(), 'offprint-schema-'));
  try {
    const database = await openDatabase(loadConfig({ DATA_DIR: directory }), () => {});
    const client = new pg.Client({ connectionString: database.url });
    try {
      await client.connect();
      return await schemaText(async (text) => (await client.query(text)).rows);
    } finally {
      await client.end();
      await database.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

await writeFile(FILE, await read());
console.log('wrote docs/schema.sql');
