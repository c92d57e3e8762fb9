// Copies of the built service with one guard removed. Each edit must match exactly once: with no match (the code has
// changed) or several it would remove nothing or too much, so the trial fails.
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { linkPackages } from '../harness/cluster/own-packages.mjs';

/** @typedef {{file: string, find: string | RegExp, put: string}} Edit `file` relative to dist/; `put` as in String.replace */

/** Packages whose code is the service's: a copy of the service imports its own copy of them. */
const PACKAGES = ['engines', 'media', 'postgres', 'procedural-engine', 'request-log'];

/** Copies the separate files of the present build, so that a later build has no effect. @returns the copy's dist directory */
export async function copyService(root, to) {
  await mkdir(to, { recursive: true });
  const isCode = (path) =>
    !path.endsWith('.map') && basename(path) !== 'node_modules' && path !== join(root, 'dist/bundle');
  const code = { recursive: true, filter: isCode };
  await cp(join(root, 'dist'), join(to, 'dist'), code);
  await cp(join(root, 'catalogue'), join(to, 'catalogue'), { recursive: true });
  await cp(join(root, 'package.json'), join(to, 'package.json'));
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'));
  for (const name of PACKAGES)
    for (const part of ['dist', 'package.json'])
      await cp(join(root, 'packages', name, part), join(to, 'packages', name, part), code);
  await linkPackages(to, PACKAGES);
  return join(to, 'dist');
}

/** @param {string} dist of a copy @param {Edit[]} edits @throws when one does not match exactly once */
export async function applyEdits(dist, edits) {
  for (const { file, find, put } of edits) {
    const path = join(dist, file);
    const text = await readFile(path, 'utf8');
    const found = countOf(text, find);
    if (found !== 1) throw new Error(`the patch of ${file} matches ${found} times: ${String(find)}`);
    // With a string pattern `$1` in SQL must stay a parameter; a function as replacement prevents its expansion.
    await writeFile(path, typeof find === 'string' ? text.replace(find, () => put) : text.replace(find, put));
  }
}

/** @param {string} text @param {string | RegExp} find @returns the number of matches */
export const countOf = (text, find) =>
  typeof find === 'string' ? text.split(find).length - 1 : [...text.matchAll(globally(find))].length;

const globally = (pattern) => new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`);
