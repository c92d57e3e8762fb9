// Writes .env.example and the README's tables of settings and engines from src/config and the catalogue. A test fails
// while they differ.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt, root } from './built.mjs';
import { answerHelp } from './help.mjs';

answerHelp('usage: npm run env:example   Writes .env.example and the tables of settings in README.md.');

if (!ensureBuilt()) process.exit(1);
const { envExample, listSettings, putBetween, withSettingsTable } = await import('../dist/config/index.js');
const { ENGINES_END, ENGINES_START, enginesExample, enginesTable, readCatalogue } =
  await import('../dist/catalogue/index.js');

const catalogue = readCatalogue(join(root, 'catalogue'));
const readme = join(root, 'README.md');
await writeFile(join(root, '.env.example'), envExample(listSettings()) + enginesExample(catalogue));
const withSettings = withSettingsTable(await readFile(readme, 'utf8'), listSettings());
await writeFile(readme, putBetween(withSettings, [ENGINES_START, ENGINES_END], enginesTable(catalogue)));
console.log(
  `wrote .env.example and the tables of README.md: ${listSettings().length} settings, ${catalogue.engines.length} engines`,
);
