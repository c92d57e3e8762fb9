// Part of `npm run build`: writes types for the clients. Those of the models are from `catalogue/`: packages/client/src/shipped-models.ts
// is made by the same code as `offprint-types`, and offprint/models.py of clients/python by the rules of `offprint.types`. The bodies of
// responses, packages/client/src/bodies.ts, and the codes of errors, error-codes.ts, are from `openapi.json`; in Python a code is a `str`.
import { join } from 'node:path';
import { root } from './build-first.mjs';
import { bodies, commonFields, failureCodes, serviceErrorCodes, wordLists } from './client-bodies.mjs';
import { formatted } from './formatted.mjs';
import { importSource } from './import-source.mjs';
import { pythonModels } from './python-types.mjs';
import { writeChanged } from './write-changed.mjs';

const CLIENT = 'packages/client/src';
const PYTHON_FILE = 'clients/python/src/offprint/models.py';
/** Offered to tests by a setting. */
const LEFT_OUT = 'embedded-fault';

// Not its index, which loads the database too.
const { Catalogue } = await import('../dist/catalogue/catalogue.js');
const { readCatalogue } = await import('../dist/catalogue/catalogue-files.js');
const { modelMembers, objectType } = await importSource(`${CLIENT}/schema-types.ts`);
const { entries } = new Catalogue(readCatalogue(join(root, 'catalogue')));
const models = entries.filter(({ modelKey }) => modelKey !== LEFT_OUT);

await write(
  'shipped-models.ts',
  'the catalogue',
  '/** Fields of each shipped model; an installation offers those whose engines it has. */\n' +
    `export interface ShippedModels {\n${modelMembers(models)}}\n`,
);
await write(
  'error-codes.ts',
  'openapi.json',
  '/** The closed list of the codes of error bodies. A later service may send others. */\n' +
    unionOf('ServiceErrorCode', serviceErrorCodes) +
    '\n/** Why a prediction failed. */\n' +
    unionOf('FailureCode', failureCodes),
);
await write(
  'bodies.ts',
  'openapi.json',
  [
    "import type { FailureCode } from './error-codes.js';\n",
    ...Object.entries(wordLists).map(([name, words]) => unionOf(name, words)),
    interfaceOf({
      name: 'RequestFields',
      about: 'Fields of a request that the service accepts for every model.',
      properties: commonFields,
    }),
    ...bodies.map(interfaceOf),
  ].join('\n'),
);
await writeChanged(join(root, PYTHON_FILE), pythonModels(models));

async function write(name, source, text) {
  const file = `${CLIENT}/${name}`;
  const head = `/** Written by \`npm run build\` from ${source}. */\n\n`;
  await writeChanged(join(root, file), await formatted(file, head + text));
}

function unionOf(name, words) {
  return `export type ${name} = ${words.map((one) => `'${one}'`).join(' | ')};\n`;
}

function interfaceOf({ name, about, properties, required }) {
  const closed = name === 'Failure' && { code: { $ref: 'FailureCode' } };
  const type = objectType({ properties: { ...properties, ...closed }, required }, '');
  return `/** ${about} */\nexport interface ${name} ${type}\n`;
}
