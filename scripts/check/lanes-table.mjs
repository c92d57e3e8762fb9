// Writes the table of lanes in CONTRIBUTING.md from scripts/check/lanes.mjs. `--check` writes nothing and fails when it differs.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANES } from './lanes.mjs';
import { withLanes } from './tables.mjs';

const path = join(fileURLToPath(new URL('../..', import.meta.url)), 'CONTRIBUTING.md');
const document = await readFile(path, 'utf8');
const text = withLanes(document, LANES);
if (!process.argv.includes('--check')) {
  await writeFile(path, text);
  console.log(`wrote the table of ${LANES.length} lanes in CONTRIBUTING.md`);
} else if (text !== document) {
  console.error('The table of lanes in CONTRIBUTING.md is not up to date: run `npm run generate -- lanes`.');
  process.exitCode = 1;
}
