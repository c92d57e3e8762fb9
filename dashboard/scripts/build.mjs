// Builds the page into dist/: everything is made and measured in memory before anything is written.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { compressed, placeFiles } from '../../scripts/built-files.mjs';
import { checkSize } from './size.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const PAGE = 'index.html';

/** @returns file name → bytes. */
async function bundle() {
  const { output } = await build({ root, logLevel: 'warn', build: { write: false } });
  return new Map(
    output.map((file) => [file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source)]),
  );
}

const startedAt = performance.now();
const files = await bundle();
// The service writes a nonce into the page.
const forms = await compressed(files, { except: /\.html$/ });
const all = new Map([...files, ...forms]);
checkSize(all);
await placeFiles(join(root, 'dist'), all, (name) => name === PAGE);
console.log(
  `built the dashboard into dashboard/dist/ (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
);
