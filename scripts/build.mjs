// Compiles src/ to dist/ with swc: about a second, so that `npm run demo` and `npm start` can always build first; and the
// dashboard, which takes longer, when it is not up to date. Types are checked by `npm run typecheck`, not here.
//
// Everything is compiled before anything is written, and every file is put in place whole: a service that runs from
// dist/ meanwhile (or a second build) never meets a missing or half a file, and a build that fails changes nothing.
import { transformFile } from '@swc/core';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FINGERPRINT, fingerprint, isPartBuilt } from './built.mjs';
import { answerHelp } from './help.mjs';

answerHelp('usage: npm run build   Compiles the service to dist/ and the dashboard to dashboard/dist/.');

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const from = join(root, 'src');
const to = join(root, 'dist');

async function compile(file, outputs) {
  const target = relative(from, file).replace(/\.ts$/, '.js');
  if (!file.endsWith('.ts')) return outputs.set(target, await readFile(file));
  const { code, map } = await transformFile(file, { swcrc: true, root });
  outputs.set(target, `${code}\n//# sourceMappingURL=${target.split('/').pop()}.map\n`);
  return outputs.set(`${target}.map`, map);
}

async function put(name, content) {
  const target = join(to, name);
  const aside = `${target}.${process.pid}.part`;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(aside, content);
  await rename(aside, target);
}

async function filesBelow(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const seen = fingerprint('service');
const files = (await filesBelow(from)).filter((file) => !/\.(spec\.ts|d\.ts)$/.test(file));
const outputs = new Map();
await Promise.all(files.map((file) => compile(file, outputs)));
await Promise.all([...outputs].map(([name, content]) => put(name, content)));
const gone = (await filesBelow(to)).filter(
  (file) => !outputs.has(relative(to, file)) && !file.endsWith('.part'),
);
await Promise.all(gone.map((file) => rm(file, { force: true })));
await put(FINGERPRINT, seen);
console.log(`built ${files.length} files into dist/`);
if (!isPartBuilt('dashboard')) await import('../dashboard/scripts/build.mjs');
