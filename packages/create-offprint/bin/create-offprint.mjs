#!/usr/bin/env node
// `create-offprint <directory>`: copies `template/`, writes what differs between shops, and installs. It asks no questions.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
// An old Node.js, which has no `parseArgs`, loads this file too and prints what it needs.
import * as util from 'node:util';

const USAGE = `usage: create-offprint <directory> [--no-install]   Makes a shop on Offprint in a new or empty directory.
  --no-install   leaves out npm install
`;
const home = fileURLToPath(new URL('..', import.meta.url));
const { version, engines } = readJson(join(home, 'package.json'));

/** @returns a sentence about what is wrong, undefined after a success. */
function main() {
  const { node } = process.versions;
  const oldest = engines.node.replace('>=', '');
  if (node.localeCompare(oldest, 'en', { numeric: true }) < 0)
    return `Offprint needs Node.js ${oldest} or newer, and this is ${node}.`;
  const options = { help: { type: 'boolean' }, install: { type: 'boolean', default: true } };
  const { values, positionals } = util.parseArgs({ options, allowPositionals: true, allowNegative: true });
  if (values.help) return void process.stdout.write(USAGE);
  if (positionals.length !== 1) return 'Name one directory for the shop: create-offprint shop.';
  const [name] = positionals;
  const shop = resolve(name);
  if (existsSync(shop) && readdirSync(shop).length > 0)
    return `${name} is not empty: name a new or empty directory.`;
  copyTemplate(shop);
  if (values.install && !installPackages(shop)) return `npm install failed: repeat it in ${name}.`;
  process.stdout.write(`
  cd ${name}${values.install ? '' : ' && npm install'}
  npm start    # prints the shop's address, and the link that makes you its administrator
  npm test     # sells a poster; README.md has your first one by curl
`);
}

function copyTemplate(shop) {
  cpSync(join(home, 'template'), shop, { recursive: true });
  // npm leaves a .gitignore out of tarballs.
  renameSync(join(shop, 'gitignore'), join(shop, '.gitignore'));
  const manifest = join(shop, 'package.json');
  const filled = {
    name: packageName(shop),
    ...readJson(manifest),
    dependencies: { offprint: `^${version}` },
  };
  writeFileSync(manifest, `${JSON.stringify(filled, null, 2)}\n`);
  const settings = readFileSync(join(shop, '.env.example'), 'utf8');
  const secret = randomBytes(32).toString('hex');
  writeFileSync(join(shop, '.env'), settings.replace(/^JWT_SECRET=$/m, `$&${secret}`), { mode: 0o600 });
}

/** Not every name of a directory can be the name of a package. */
function packageName(shop) {
  const name = basename(shop).toLowerCase();
  return name.replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, '') || 'shop';
}

/** Runs the npm that has started this, if one has. @returns whether it succeeded. */
function installPackages(shop) {
  const npm = process.env.npm_execpath ?? '';
  const [program, ...first] = npm.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm'];
  const args = [...first, 'install', '--no-audit', '--no-fund'];
  return spawnSync(program, args, { cwd: shop, stdio: 'inherit' }).status === 0;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

let problem;
try {
  problem = main();
} catch (error) {
  // `parseArgs` adds a sentence of advice.
  problem = `${error.message.split(/\.(?: |$)/)[0]}.`;
}
if (problem) {
  process.stderr.write(`create-offprint: ${problem}\n`);
  process.exitCode = 1;
}
