// Copies the declarations for `require`: TypeScript takes `.d.cts` for CommonJS, with relative imports of the same kind.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('dist', import.meta.url));
const files = (await readdir(dist)).filter((name) => name.endsWith('.d.ts'));
for (const name of files) {
  const text = await readFile(join(dist, name), 'utf8');
  await writeFile(
    join(dist, name.replace(/\.d\.ts$/, '.d.cts')),
    text.replace(/(from |import\()'(\.\/[\w-]+)\.js'/g, "$1'$2.cjs'"),
  );
}
