// Writes .env.example and the tables of docs/settings.md, docs/engines/README.md and docs/extending.md from src/platform/config and the
// catalogue. A test fails when they differ.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFirst, root } from './build-first.mjs';
import { answerHelp } from './help.mjs';
import { withPlanFields } from './plan-table.mjs';

answerHelp(
  'usage: npm run generate -- env-example   Writes .env.example and the tables of settings and plans in docs/.',
);

if (!buildFirst()) process.exit(1);
const { envExample, listSettings, putBetween, withSettingsTable } =
  await import('../dist/platform/config/index.js');
const { ENGINES_END, ENGINES_START, enginesExample, enginesTable, PLAN_FIELDS, readCatalogue } =
  await import('../dist/catalogue/index.js');

const catalogue = readCatalogue(join(root, 'catalogue'));
await writeFile(join(root, '.env.example'), envExample(listSettings()) + enginesExample(catalogue));
await edit('docs/settings.md', (document) => withSettingsTable(document, listSettings()));
await edit('docs/engines/README.md', (document) =>
  putBetween(document, [ENGINES_START, ENGINES_END], enginesTable(catalogue)),
);
await edit('docs/extending.md', (document) => withPlanFields(document, PLAN_FIELDS));
console.log(
  `wrote .env.example and its tables in docs/: ${listSettings().length} settings, ${catalogue.engines.length} engines`,
);

async function edit(name, change) {
  const path = join(root, name);
  await writeFile(path, change(await readFile(path, 'utf8')));
}
