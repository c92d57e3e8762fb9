// Puts the files of a page in place, each beside its gzip and brotli forms, so that the service never compresses one. Every
// file is put in place whole, the first page last, and files of the build before are removed after it: a service that
// serves from the folder meanwhile always has a page whose files are there.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:js|css|svg|html|md|txt)$/;
/** The highest takes twice as long for the last two percent. */
const BROTLI_QUALITY = constants.BROTLI_MAX_QUALITY - 1;
const AT_ONCE = 64;

/**
 * Compresses what is worth it.
 * @param {Map<string, Buffer>} files name → content @param {{brotli?: boolean, except?: RegExp}} [options]
 * @returns {Promise<Map<string, Buffer>>} the compressed forms alone
 */
export async function compressed(files, { brotli = true, except = /^$/ } = {}) {
  const worth = [...files].filter(([name]) => COMPRESSIBLE.test(name) && !except.test(name));
  const forms = worth.map(async ([name, bytes]) => [
    ...(brotli ? [[`${name}.br`, await promisify(brotliCompress)(bytes, brotliSettings(bytes))]] : []),
    [`${name}.gz`, await promisify(gzip)(bytes, { level: 9 })],
  ]);
  return new Map((await Promise.all(forms)).flat());
}

function brotliSettings(bytes) {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
}

/**
 * Writes the files, then those that others depend on, and removes all others.
 * @param {string} to folder @param {Map<string, Buffer>} files @param {(name: string) => boolean} isLast
 */
export async function placeFiles(to, files, isLast) {
  const names = [...files.keys()];
  for (const group of [names.filter((name) => !isLast(name)), names.filter(isLast)])
    for (let at = 0; at < group.length; at += AT_ONCE)
      await Promise.all(group.slice(at, at + AT_ONCE).map((name) => put(join(to, name), files.get(name))));
  await removeOthers(to, names);
}

async function put(target, content) {
  const aside = `${target}.${process.pid}.part`;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(aside, content);
  await rename(aside, target);
}

async function removeOthers(to, names) {
  const entries = await readdir(to, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const kept = new Set(names.map((name) => join(to, name)));
  const gone = files.filter((file) => !kept.has(file) && !file.endsWith('.part'));
  await Promise.all(gone.map((file) => rm(file, { force: true })));
}
