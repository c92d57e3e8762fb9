// Writes .env.example and the README's table of settings from src/config. A test fails while they differ.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt, root } from './built.mjs';

if (!ensureBuilt()) process.exit(1);
const { envExample, listSettings, withSettingsTable } = await import('../dist/config/index.js');

const readme = join(root, 'README.md');
await writeFile(join(root, '.env.example'), envExample(listSettings()));
await writeFile(readme, withSettingsTable(await readFile(readme, 'utf8'), listSettings()));
console.log(`wrote .env.example and the table of README.md: ${listSettings().length} settings`);
