// `npm run lane -- release`: the dry release, whose registries stay up. The tests beside this file install from them as a newcomer does.
// Last line: `N passed, N failed`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerHelp } from '../../scripts/help.mjs';
import { dryRelease } from '../../scripts/release/dry.mjs';
import { runNodeTests } from '../../scripts/run-node-tests.mjs';
import { handOver, removeScratch } from './support/release.mjs';

answerHelp(
  'usage: npm run lane -- release [<part of a file name>]   Publishes to registries on loopback and installs from them.',
);

const HERE = fileURLToPath(new URL('./', import.meta.url));
/** On three releases of Node.js; on a machine with other work, more. */
const FILE_MS = 900_000;
const only = process.argv[2] ?? '';

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
process.on('exit', removeScratch);

const registries = await dryRelease();
handOver(registries);
const files = readdirSync(HERE).filter((name) => name.endsWith('.test.mjs') && name.includes(only));
try {
  // One after the other: a test publishes the next version.
  await runNodeTests(
    files.map((file) => join(HERE, file)),
    { timeout: FILE_MS, concurrency: 1 },
  );
} finally {
  await registries.stop();
}
