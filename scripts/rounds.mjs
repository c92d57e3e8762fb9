// Writes the table of rounds in docs/operating.md from src/platform/schedule/rounds.ts. A test fails when they differ.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './build-first.mjs';
import { answerHelp } from './help.mjs';
import { importSource } from './import-source.mjs';
import { withRounds } from './rounds-table.mjs';

answerHelp('usage: npm run generate -- rounds   Writes the table of rounds in docs/operating.md.');

const { ROUNDS } = await importSource('src/platform/schedule/rounds.ts');
const path = join(root, 'docs/operating.md');
await writeFile(path, withRounds(await readFile(path, 'utf8'), ROUNDS));
console.log(`wrote the table of ${Object.keys(ROUNDS).length} rounds in docs/operating.md`);
