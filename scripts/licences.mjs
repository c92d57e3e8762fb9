// `npm run lane -- licences`: writes what the service is made of to reports/licences: an SBOM of the production packages
// (CycloneDX, by `npm sbom`), a list of their licences with the texts that they come with, and the same of what the dashboard's
// build contains. Fails when a package has a licence that LICENCES does not name.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFirst, root } from './build-first.mjs';
import { serviceSbom } from './sbom.mjs';

/** Licences of packages that may be part of the service. `dev` in the lock: packages that no production package needs. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
]);
/** Packages with a licence of another kind, or with none in their package.json. */
const OTHERS = new Map([
  ['espeak-ng', 'GPL-3.0-or-later'], // optional, in a process of its own, connected by pipes (docs/decisions/engines.md)
  ['@img/sharp-libvips', 'LGPL-3.0-or-later'], // a shared library
  ['mediabunny', 'MPL-2.0'], // unchanged: its sources are where its package.json says
  ['pause', 'MIT'], // of passport; its Readme says it
]);
const TEXT = /^(licen[cs]e|copying|notice|ofl)/i;

const folder = join(root, 'reports/licences');
await mkdir(folder, { recursive: true });
if (!buildFirst()) process.exit(1);
await writeFile(join(folder, 'sbom.cdx.json'), serviceSbom());
await copyFile(join(root, 'dashboard/dist/licences.md'), join(folder, 'dashboard.md'));

const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
const refused = [];
const parts = [];
for (const [path, { version, license, dev, link }] of Object.entries(packages)) {
  // Packages for other systems are not installed.
  if (!path.includes('node_modules/') || dev || link || !existsSync(join(root, path))) continue;
  const name = path.replace(/^.*node_modules\//, '');
  const other = [...OTHERS].find(([of]) => name === of || name.startsWith(`${of}-`))?.[1];
  const licence = license ?? other;
  if (!LICENCES.has(licence) && licence !== other) refused.push(`${name}@${version}: ${licence ?? 'none'}`);
  parts.push(`## ${name} ${version}\n\n${licence}\n\n${await textsOf(join(root, path))}`);
}
await writeFile(
  join(folder, 'service.md'),
  `# Packages of the service and its extensions\n\n${parts.sort().join('\n')}`,
);
for (const line of refused) console.error(`This licence is not in scripts/licences.mjs: ${line}`);
console.log(`${parts.length} packages, SBOM and licences in reports/licences`);
if (refused.length > 0 || parts.length === 0) process.exitCode = 1;

/** @returns the texts of an installed package's licence, as blocks of Markdown */
async function textsOf(directory) {
  const files = (await readdir(directory, { withFileTypes: true })).filter(
    (file) => file.isFile() && TEXT.test(file.name),
  );
  const texts = await Promise.all(files.map(({ name }) => readFile(join(directory, name), 'utf8')));
  return texts.map((text) => `${text.trim().replace(/^/gm, '    ')}\n`).join('\n');
}
