// `npm run types -w dashboard`, part of `npm run build`: writes src/api/schema.d.ts, the request and response types, from
// openapi.json. The lint then reports each use that a change of the contract breaks.
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, NULL } from 'openapi-typescript';
import { writeChanged } from '../../scripts/write-changed.mjs';

const contract = new URL('../../openapi.json', import.meta.url);
const file = fileURLToPath(new URL('../src/api/schema.d.ts', import.meta.url));

/** The library takes `const: null` for no constant. */
const transform = (schema) => (schema.const === null ? NULL : undefined);

const types = astToString(await openapiTS(contract, { transform }));
await writeChanged(file, `// Written from openapi.json by \`npm run types -w dashboard\`.\n${types}`);
