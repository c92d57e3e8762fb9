// `npm run lane -- python`: builds sdist and wheel of clients/python, installs them in empty environments, and tests them there against
// the real service, on each Python that is found. Last line: `N passed, N failed`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFirst } from '../../scripts/build-first.mjs';
import { answerHelp } from '../../scripts/help.mjs';
import { runNodeTests } from '../../scripts/run-node-tests.mjs';
import { buildDistributions, removeScratch } from './support/distributions.mjs';

process.on('exit', removeScratch);
answerHelp(
  'usage: npm run lane -- python [<part of a file name>]   Tests the Python client; LOSS_GENERATIONS=1000 for its whole loss test.',
);

const HERE = fileURLToPath(new URL('./', import.meta.url));
/** A thousand generations through a bad network take minutes; on a machine with other work, more. */
const FILE_MS = 1_200_000;
const only = process.argv[2] ?? '';

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

if (!buildFirst()) process.exit(1);
const startedAt = performance.now();
buildDistributions();
console.log(`built (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
const files = readdirSync(HERE).filter((name) => name.endsWith('.test.mjs') && name.includes(only));
await runNodeTests(
  files.map((file) => join(HERE, file)),
  { timeout: FILE_MS },
);
