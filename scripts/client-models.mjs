// Writes packages/client/src/shipped-models.ts: the types of the models in `catalogue/`, by the same code as
// `offprint-types`. `--check` writes nothing and fails when the file is out of date.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { rolldown } from 'rolldown';
import { buildFirst, root } from './build-first.mjs';
import { answerHelp } from './help.mjs';

answerHelp('usage: npm run client:models [-- --check]   Writes the types of the shipped models.');
if (!buildFirst()) process.exit(1);

const FILE = 'packages/client/src/shipped-models.ts';
/** Offered to tests by a setting. */
const LEFT_OUT = 'embedded-fault';

const { Catalogue, readCatalogue } = await import('../dist/catalogue/index.js');
const { modelMembers } = await importSource('packages/client/src/schema-types.ts');
const { entries } = new Catalogue(readCatalogue(join(root, 'catalogue')));
const models = entries.filter(({ modelKey }) => modelKey !== LEFT_OUT);
const types =
  '/** Written by `npm run client:models` from the catalogue. */\n\n' +
  '/** Fields of each shipped model; an installation offers those whose engines it has. */\n' +
  `export interface ShippedModels {\n${modelMembers(models)}}\n`;

const path = join(root, FILE);
const text = await format(types, { ...(await resolveConfig(path)), filepath: path });
if (!process.argv.includes('--check')) {
  await writeFile(path, text);
  console.log(`wrote ${FILE}: ${models.length} models`);
} else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
  console.error(`${FILE} is not up to date: run \`npm run client:models\` and commit it.`);
  process.exitCode = 1;
}

/** Imports a TypeScript file of the checkout, which this Node cannot read by itself. */
async function importSource(source) {
  const bundle = await rolldown({ input: join(root, source) });
  const { output } = await bundle.generate({ format: 'esm' });
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}
