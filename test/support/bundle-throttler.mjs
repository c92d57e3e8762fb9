// Bundles `@nestjs/throttler` to an ES module for the test runner. The package is CommonJS and requires Nest 12, which is
// ES modules: Node loads that, Jest does not before Node 24.9. `jest.config.mjs` maps the package's name to the bundle.
import { mkdir, rename, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { esmExternalRequirePlugin } from 'rolldown/plugins';

const PACKAGE = '@nestjs/throttler';
const FOLDER = new URL('../../node_modules/.cache/offprint-tests/', import.meta.url);
const BUNDLE = fileURLToPath(new URL('nestjs-throttler.mjs', FOLDER));
const MANIFEST = fileURLToPath(new URL(`../../node_modules/${PACKAGE}/package.json`, import.meta.url));

const writtenAt = async (file) => (await stat(file).catch(() => null))?.ctimeMs ?? 0;

/** A module with the package's exports by name: a bundle of CommonJS alone has only a default one. */
const entryOf = (names) => ({
  name: 'entry',
  resolveId: (id) => (id === 'entry' ? id : null),
  load: (id) =>
    id === 'entry' ? `import all from '${PACKAGE}';\nexport const { ${names.join(', ')} } = all;` : null,
});

export default async function bundleThrottler() {
  if ((await writtenAt(BUNDLE)) > (await writtenAt(MANIFEST))) return;
  const names = Object.keys(await import(PACKAGE)).filter(
    (name) => !/^(default|module\.exports|__esModule)$/.test(name),
  );
  const external = [/^@nestjs\/(common|core)/, 'reflect-metadata'];
  const plugins = [entryOf(names), esmExternalRequirePlugin({ external })];
  const bundle = await rolldown({ input: 'entry', platform: 'node', plugins });
  await mkdir(FOLDER, { recursive: true });
  const draft = `${BUNDLE}.${process.pid}`;
  await bundle.write({ file: draft, format: 'esm' });
  await bundle.close();
  await rename(draft, BUNDLE);
}
