// Writes the types of the models in `catalogue/` for the clients: packages/client/src/shipped-models.ts, by the same code as
// `offprint-types`, and offprint/models.py of clients/python. `--check` writes nothing and fails when one is out of date.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFirst, root } from './build-first.mjs';
import { formatted } from './formatted.mjs';
import { answerHelp } from './help.mjs';
import { importSource } from './import-source.mjs';
import { pythonModels } from './python-models.mjs';

answerHelp('usage: npm run generate -- client-models [--check]   Writes the types of the shipped models.');
if (!buildFirst()) process.exit(1);

const FILE = 'packages/client/src/shipped-models.ts';
const PYTHON_FILE = 'clients/python/src/offprint/models.py';
/** Offered to tests by a setting. */
const LEFT_OUT = 'embedded-fault';

const { Catalogue, readCatalogue } = await import('../dist/catalogue/index.js');
const { modelMembers } = await importSource('packages/client/src/schema-types.ts');
const { entries } = new Catalogue(readCatalogue(join(root, 'catalogue')));
const models = entries.filter(({ modelKey }) => modelKey !== LEFT_OUT);
const types =
  '/** Written by `npm run generate -- client-models` from the catalogue. */\n\n' +
  '/** Fields of each shipped model; an installation offers those whose engines it has. */\n' +
  `export interface ShippedModels {\n${modelMembers(models)}}\n`;

const texts = {
  [FILE]: await formatted(FILE, types),
  [PYTHON_FILE]: pythonModels(models),
};
for (const [file, text] of Object.entries(texts)) {
  if (!process.argv.includes('--check')) {
    await writeFile(join(root, file), text);
    console.log(`wrote ${file}: ${models.length} models`);
  } else if ((await readFile(join(root, file), 'utf8').catch(() => '')) !== text) {
    console.error(`${file} is not up to date: run \`npm run generate -- client-models\` and commit it.`);
    process.exitCode = 1;
  }
}
