// Compiles src/ to dist/ with swc, of the service and of each package: about a second, so that `npm run demo` and
// `npm start` can always build first; and the dashboard, which takes longer, when it is not up to date. Types are checked
// by `npm run typecheck`, not here.
//
// Everything is compiled before anything is written, and every file is put in place whole: a service that runs from
// dist/ meanwhile (or a second build) never meets a missing or half a file, and a build that fails changes nothing.
import { transformFile } from '@swc/core';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { COMPILED, FINGERPRINT, fingerprint, isPartBuilt, root } from './built.mjs';
import { answerHelp } from './help.mjs';

answerHelp('usage: npm run build   Compiles the service to dist/ and the dashboard to dashboard/dist/.');

async function compile(file, from, outputs) {
  const target = relative(from, file).replace(/\.ts$/, '.js');
  if (!file.endsWith('.ts')) return outputs.set(target, await readFile(file));
  const { code, map } = await transformFile(file, { swcrc: true, root: dirname(from) });
  outputs.set(target, `${code}\n//# sourceMappingURL=${target.split('/').pop()}.map\n`);
  return outputs.set(`${target}.map`, map);
}

async function put(target, content) {
  const aside = `${target}.${process.pid}.part`;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(aside, content);
  await rename(aside, target);
}

async function filesBelow(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function buildPart(part) {
  const { folder, to } = COMPILED[part];
  const [from, target] = [join(root, folder), join(root, to)];
  const seen = fingerprint(part);
  const files = (await filesBelow(from)).filter((file) => !/\.(spec\.ts|d\.ts)$/.test(file));
  const outputs = new Map();
  await Promise.all(files.map((file) => compile(file, from, outputs)));
  await Promise.all([...outputs].map(([name, content]) => put(join(target, name), content)));
  const gone = (await filesBelow(target)).filter(
    (file) => !outputs.has(relative(target, file)) && !file.endsWith('.part'),
  );
  await Promise.all(gone.map((file) => rm(file, { force: true })));
  await put(join(target, FINGERPRINT), seen);
  console.log(`built ${files.length} files into ${to}/`);
}

for (const part of Object.keys(COMPILED)) await buildPart(part);
if (!isPartBuilt('dashboard')) await import('../dashboard/scripts/build.mjs');
