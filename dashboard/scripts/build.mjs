// Builds the page into dist/: every file beside its gzip and brotli forms, so that the service never compresses one.
// Everything is made before anything is written; files are put in place whole, index.html last and the files of the
// build before removed after it: a service that serves from dist/ meanwhile always has a page whose files are there.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { checkSize } from './size.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const to = join(root, 'dist');
const COMPRESSIBLE = /\.(?:js|css|svg)$/;
const PAGE = 'index.html';

/** @returns file name → bytes. */
async function bundle() {
  const { output } = await build({ root, logLevel: 'warn', build: { write: false } });
  return new Map(
    output.map((file) => [file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source)]),
  );
}

async function compressed(files) {
  const forms = [...files].filter(([name]) => COMPRESSIBLE.test(name));
  return new Map(
    (
      await Promise.all(
        forms.map(async ([name, bytes]) => [
          [`${name}.br`, await promisify(brotliCompress)(bytes, brotliSettings(bytes))],
          [`${name}.gz`, await promisify(gzip)(bytes, { level: 9 })],
        ]),
      )
    ).flat(),
  );
}

function brotliSettings(bytes) {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      // The highest takes twice as long for the last two percent.
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY - 1,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
}

async function put(name, content) {
  const target = join(to, name);
  const aside = `${target}.${process.pid}.part`;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(aside, content);
  await rename(aside, target);
}

async function removeOthers(names) {
  const entries = await readdir(to, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const kept = new Set([...names].map((name) => join(to, name)));
  const gone = files.filter((file) => !kept.has(file) && !file.endsWith('.part'));
  await Promise.all(gone.map((file) => rm(file, { force: true })));
}

const startedAt = performance.now();
const files = await bundle();
const forms = await compressed(files);
checkSize(new Map([...files, ...forms]));
const page = files.get(PAGE);
files.delete(PAGE);
await Promise.all([...files, ...forms].map(([name, content]) => put(name, content)));
await put(PAGE, page);
await removeOthers([...files.keys(), ...forms.keys(), PAGE]);
console.log(
  `built the dashboard into dashboard/dist/ (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
);
