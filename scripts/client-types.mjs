// Part of `npm run build`: writes types for the clients. Those of the models are from `catalogue/`: packages/client/src/shipped-models.ts
// is made by the same code as `offprint-types`, and offprint/models.py of clients/python by the rules of `offprint.types`. The
// codes of errors, packages/client/src/error-codes.ts, are from `openapi.json`; in Python a code is a `str`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './build-first.mjs';
import { formatted } from './formatted.mjs';
import { importSource } from './import-source.mjs';
import { pythonModels } from './python-models.mjs';
import { writeChanged } from './write-changed.mjs';

const FILE = 'packages/client/src/shipped-models.ts';
const CODES_FILE = 'packages/client/src/error-codes.ts';
const PYTHON_FILE = 'clients/python/src/offprint/models.py';
/** Offered to tests by a setting. */
const LEFT_OUT = 'embedded-fault';

// Not its index, which loads the database too.
const { Catalogue } = await import('../dist/catalogue/catalogue.js');
const { readCatalogue } = await import('../dist/catalogue/catalogue-files.js');
const { modelMembers } = await importSource('packages/client/src/schema-types.ts');
const { entries } = new Catalogue(readCatalogue(join(root, 'catalogue')));
const models = entries.filter(({ modelKey }) => modelKey !== LEFT_OUT);
const types =
  '/** Written by `npm run build` from the catalogue. */\n\n' +
  '/** Fields of each shipped model; an installation offers those whose engines it has. */\n' +
  `export interface ShippedModels {\n${modelMembers(models)}}\n`;

await writeChanged(join(root, FILE), await formatted(FILE, types));
await writeChanged(join(root, PYTHON_FILE), pythonModels(models));

const { schemas } = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8')).components;
const codes =
  '/** Written by `npm run build` from openapi.json. */\n\n' +
  '/** The closed list of the codes of error bodies. A later service may send others. */\n' +
  unionOf('ServiceErrorCode', schemas.ErrorBody) +
  '\n/** Why a prediction failed. */\n' +
  unionOf('FailureCode', schemas.FailureBody);

await writeChanged(join(root, CODES_FILE), await formatted(CODES_FILE, codes));

function unionOf(name, { properties: { code } }) {
  return `export type ${name} = ${code.enum.map((one) => `'${one}'`).join(' | ')};\n`;
}
