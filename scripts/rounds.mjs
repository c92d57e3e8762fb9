// Writes the table of rounds in docs/operating.md from src/platform/schedule/rounds.ts and the `rounds.ts` of the extensions that come
// with the service. A test fails when they differ.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './build-first.mjs';
import { answerHelp } from './help.mjs';
import { importSource } from './import-source.mjs';
import { withRounds } from './rounds-table.mjs';

answerHelp('usage: npm run generate -- rounds   Writes the table of rounds in docs/operating.md.');

const FILES = ['src/platform/schedule/rounds.ts', 'packages/request-log/src/rounds.ts'];
const lists = await Promise.all(FILES.map((file) => importSource(file)));
const rounds = Object.assign({}, ...lists.map(({ ROUNDS }) => ROUNDS));
const path = join(root, 'docs/operating.md');
await writeFile(path, withRounds(await readFile(path, 'utf8'), rounds));
console.log(`wrote the table of ${Object.keys(rounds).length} rounds in docs/operating.md`);
