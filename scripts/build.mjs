// Compiles src/ to dist/ with swc: about a second, so that `npm run demo` and `npm start` can always build first.
// Types are checked by `npm run typecheck`, not here.
import { transformFile } from '@swc/core';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const from = join(root, 'src');
const to = join(root, 'dist');

async function compile(file) {
  const target = join(to, relative(from, file)).replace(/\.ts$/, '.js');
  await mkdir(dirname(target), { recursive: true });
  if (!file.endsWith('.ts')) return cp(file, target);
  const { code, map } = await transformFile(file, { swcrc: true, root });
  await writeFile(target, `${code}\n//# sourceMappingURL=${target.split('/').pop()}.map\n`);
  await writeFile(`${target}.map`, map);
}

await rm(to, { recursive: true, force: true });
const entries = await readdir(from, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile() && !/\.(spec\.ts|d\.ts)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));
await Promise.all(files.map(compile));
console.log(`built ${files.length} files into dist/`);
