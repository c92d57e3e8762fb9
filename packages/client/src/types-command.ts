/** `offprint-types`: writes the types of an installation's models. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { modelMembers } from './schema-types.js';
import type { Model } from './types.js';

const HELP = `Writes TypeScript types of the models that an Offprint service offers.

  npx offprint-types --url https://offprint.example.com [--out offprint-models.d.ts]

Import the file once, or list it in tsconfig.json. Requests of these models are then checked by the compiler.`;

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: process.env.OFFPRINT_URL ?? '' },
    out: { type: 'string', default: 'offprint-models.d.ts' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help || !values.url) {
  console[values.help ? 'log' : 'error'](HELP);
  process.exit(values.help ? 0 : 2);
}

const address = `${values.url.replace(/\/+$/, '')}/api/models`;
const response = await fetch(address, { signal: AbortSignal.timeout(60_000) });
if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
const { items } = (await response.json()) as { items: Model[] };
const members = modelMembers(items).replace(/^(?=.)/gm, '  ');
await writeFile(
  values.out,
  `// Written by offprint-types from ${address}.\nimport '@offprint/client';\n\n` +
    `declare module '@offprint/client' {\n  interface InstalledModels {\n${members}  }\n}\n`,
);
console.log(`${values.out}: ${items.length} models`);
