// Generates src/api/schema.d.ts, the request and response types, from openapi.json. The file is committed so that the
// compiler detects contract changes. `--check` fails when the file is out of date.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, NULL } from 'openapi-typescript';

const contract = new URL('../../openapi.json', import.meta.url);
const file = fileURLToPath(new URL('../src/api/schema.d.ts', import.meta.url));

/** The library takes `const: null` for no constant. */
const transform = (schema) => (schema.const === null ? NULL : undefined);

const text = `// Generated from openapi.json by \`npm run types -w dashboard\`.\n${astToString(await openapiTS(contract, { transform }))}`;
if (process.argv.includes('--check')) {
  const current = await readFile(file, 'utf8').catch(() => '');
  if (current !== text) {
    console.error('dashboard/src/api/schema.d.ts is not up to date: run `npm run types -w dashboard`.');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, text);
  console.log('wrote dashboard/src/api/schema.d.ts');
}
