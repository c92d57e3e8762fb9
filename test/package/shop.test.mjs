// What a newcomer does in an empty directory: makes a shop by create-offprint, installs it, tests it, starts it, and gets the first file
// by the commands of the shop's README. The service comes from the tarballs.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { after, before, it } from 'node:test';
import { root } from '../../scripts/build-first.mjs';
import { fetchNode } from '../../scripts/node-releases.mjs';
import { createTarball, install, scratch, tarballs, tarballsOf } from './support/installation.mjs';
import { readBlocks } from './support/markdown.mjs';
import { endAll, run, start } from './support/program.mjs';

/** Releases of Node.js with the npm that each has. CI has its own alone, which is the oldest Node.js, and warns of the most. */
const RELEASES = process.env.CI
  ? []
  : [
      ['20.19', '10.8.2'],
      ['22', '10.9.4'],
      ['24', '11'],
    ];
const newcomer = join(scratch, 'newcomer-of-shop');
const shop = join(newcomer, 'shop');
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const create = (args, env) =>
  run('npx', ['--yes', '--package', createTarball(), 'create-offprint', ...args], { cwd: newcomer, env });

before(() => mkdirSync(newcomer));
after(endAll);

it('makes a shop with a secret of its own', async () => {
  const { code, stdout, stderr } = await create(['shop', '--no-install']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal(stdout.trim().split('\n').length, 3);
  const { name, dependencies } = json(join(shop, 'package.json'));
  const { version } = json(join(root, 'package.json'));
  assert.deepEqual([name, dependencies], ['shop', { offprint: `^${version}` }]);
  assert.match(readFileSync(join(shop, '.env'), 'utf8'), /^JWT_SECRET=[0-9a-f]{64}$/m);
  assert.equal(statSync(join(shop, '.env')).mode & 0o777, 0o600);
  assert.match(readFileSync(join(shop, '.gitignore'), 'utf8'), /^\.env$/m);
});

it('prints its usage, and in one sentence why it makes no shop', async () => {
  assert.match((await create(['--help'])).stdout, /^usage: create-offprint <directory>/);
  const failures = [
    [[], /^create-offprint: Name one directory .*\.\n$/],
    [['shop'], /^create-offprint: shop is not empty: .*\.\n$/],
    [['other', '--fast'], /^create-offprint: Unknown option '--fast'\.\n$/],
    [
      ['other'],
      /create-offprint: npm install failed: repeat it in other\.\n$/,
      { npm_config_offline: 'true' },
    ],
  ];
  for (const [args, sentence, env] of failures) {
    const { code, stderr } = await create(args, { npm_config_loglevel: 'silent', ...env });
    assert.equal(code, 1);
    assert.match(stderr, sentence);
  }
});

it('pins what the service pins', () => {
  const own = json(join(shop, 'package.json'));
  const ours = json(join(root, 'package.json'));
  for (const part of ['overrides', 'allowScripts'])
    for (const [name, pinned] of Object.entries(own[part])) assert.deepEqual(pinned, ours[part][name], name);
});

/** @param npm a program and its first arguments. A setting of this machine that npm no longer knows is none of the shop's. */
async function installShop([program, ...args], env) {
  const all = [...args, 'install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballsOf(tarballs)];
  const options = { cwd: shop, env: { npm_config_loglevel: 'warn', ...env } };
  const { code, stdout, stderr } = await run(program, all, options);
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stdout + stderr, /npm warn (?!Unknown user config)/i);
}

for (const [node, npm] of RELEASES)
  it(`npm ${npm} on Node.js ${node} would install it without a warning`, async () => {
    const folder = join(newcomer, `node-${node}`);
    mkdirSync(folder);
    install(folder, `npm@${npm}`);
    const path = dirname(await fetchNode(node, folder));
    // It resolves all packages, and compares their engines and scripts.
    await installShop([join(path, 'node'), join(folder, 'node_modules/npm/bin/npm-cli.js'), '--dry-run'], {
      PATH: path + delimiter + process.env.PATH,
    });
  });

it('installs without a warning, and its test passes', async () => {
  await installShop(['npm']);
  const { code, stdout, stderr } = await run('npm', ['test'], { cwd: shop });
  assert.equal(code, 0, stdout + stderr);
});

it('starts, and the commands of its README make the first poster', async () => {
  const service = await start('npm', ['start'], { cwd: shop });
  const [{ text }] = readBlocks(readFileSync(join(shop, 'README.md'), 'utf8'));
  const env = { BASE: service.url };
  const { code, stderr } = await run('bash', ['-euo', 'pipefail', '-c', text], { cwd: shop, env });
  assert.equal(code, 0, stderr);
  assert.equal(readFileSync(join(shop, 'poster.png')).subarray(1, 4).toString(), 'PNG');
  assert.match(service.output.stdout, /this link makes the first one/);
  await service.stop();
});
