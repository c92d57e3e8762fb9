// `npm run test:image`: builds the image by buildah and runs it under runc. It needs root and Debian's programs, which it installs.
// Last line: `N passed, N failed`.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFirst } from '../../scripts/build-first.mjs';
import { answerHelp } from '../../scripts/help.mjs';
import { runNodeTests } from '../../scripts/run-node-tests.mjs';
import { buildImages } from './support/build.mjs';
import { installPrograms } from './support/programs.mjs';

answerHelp('usage: npm run test:image   Builds the image and runs it, as root.');

const HERE = fileURLToPath(new URL('./', import.meta.url));
const FILE_MS = 900_000;

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

if (process.getuid() !== 0) {
  console.error('npm run test:image needs root: it mounts images and runs containers.');
  process.exitCode = 1;
} else if (!buildFirst({ quiet: true })) process.exitCode = 1;
else {
  installPrograms();
  const seconds = buildImages();
  console.log(`built in seconds: ${JSON.stringify(seconds)}`);
  await runNodeTests([join(HERE, 'image.test.mjs')], { timeout: FILE_MS });
}
