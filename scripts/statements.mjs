// Writes src/platform/database/schema/statements.sql: every statement that the service sends, by name, as PostgreSQL gets it. A test
// fails when it differs.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { register } from 'node:module';
import { join } from 'node:path';
import { root } from './build-first.mjs';
import { answerHelp } from './help.mjs';
import { DECLARES, STATEMENT_FOLDERS, STATEMENTS_FILE, statementsText } from './statements-text.mjs';

answerHelp(`usage: npm run generate -- statements   Writes ${STATEMENTS_FILE}.`);

register('./typescript-hook.mjs', import.meta.url);
const { declaredStatements } = await import('../packages/postgres/src/index.ts');
for (const folder of STATEMENT_FOLDERS)
  for (const name of await readdir(join(root, folder), { recursive: true })) {
    const path = join(root, folder, name);
    if (!/(?<!\.spec)\.ts$/.test(name) || !DECLARES.test(await readFile(path, 'utf8'))) continue;
    await import(path);
  }
await writeFile(join(root, STATEMENTS_FILE), statementsText(declaredStatements()));
console.log(`wrote ${declaredStatements().length} statements to ${STATEMENTS_FILE}`);
