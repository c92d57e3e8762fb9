// `npm run lane -- package`: packs the tarballs, installs them in an empty directory outside of the repository, and runs the
// tests beside this file there: nothing that they use comes from the checkout. Last line: `N passed, N failed`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerHelp } from '../../scripts/help.mjs';
import { runNodeTests } from '../../scripts/run-node-tests.mjs';
import { installCompilers } from './support/compilers.mjs';
import { installTarballs, packTarballs, removeScratch } from './support/installation.mjs';

answerHelp(
  'usage: npm run lane -- package [<part of a file name>]   Tests the tarballs in an empty directory.',
);

const HERE = fileURLToPath(new URL('./', import.meta.url));
/** The longest file takes four minutes; on a machine with other work, more. */
const FILE_MS = 1_200_000;
const only = process.argv[2] ?? '';

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
process.on('exit', removeScratch);

const startedAt = performance.now();
packTarballs();
console.log(`packed (${seconds()} s)`);
installTarballs();
installCompilers();
console.log(`installed in an empty directory (${seconds()} s)`);
const files = readdirSync(HERE).filter((name) => name.endsWith('.test.mjs') && name.includes(only));
await runNodeTests(
  files.map((file) => join(HERE, file)),
  { timeout: FILE_MS },
);

function seconds() {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
