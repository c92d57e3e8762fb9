// What is in the tarballs, and what is not.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { it } from 'node:test';
import { root } from '../../scripts/build-first.mjs';
import { environment, extensionTarballs, scratch, tarballs } from './support/installation.mjs';

/** Half of it is the manual (docs/decisions/packaging.md). */
const MOST_BYTES = 7_000_000;

const filesOf = (folder) => readdirSync(folder).map((file) => join(folder, file));
const files = filesOf(tarballs);
const allFiles = [...files, ...filesOf(extensionTarballs)];
const entriesOf = (file) =>
  execFileSync('tar', ['-tzf', file], { encoding: 'utf8', maxBuffer: 1e8 })
    .trim()
    .split('\n')
    .map((entry) => entry.replace(/^package\//, ''));

it('all tarballs of the service together are smaller than 7 MB', () => {
  const bytes = files.map((file) => statSync(file).size);
  const all = bytes.reduce((sum, one) => sum + one, 0);
  console.log(`${files.length} tarballs, ${all} bytes`);
  assert.ok(all < MOST_BYTES);
});

for (const [what, packed] of [
  ['the service’s tarballs install', files],
  ['the service’s tarballs, with those of all extensions, install', allFiles],
])
  it(`${what} without a warning, as the README says`, () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const [, block] = /```sh\n(npm init -y\n[^]*?)```/.exec(readme);
    const [commands] = block.split(/^npx /m);
    assert.match(commands, /npm install/);
    const folder = join(scratch, `as-the-readme-says-${packed.length}`);
    const PACKED = join(folder, 'packed');
    mkdirSync(PACKED, { recursive: true });
    for (const file of packed) linkSync(file, join(PACKED, basename(file)));
    // It resolves all packages and compares their engines; the tests of the commands have installed them.
    const options = '--dry-run --no-audit --no-fund --prefer-offline';
    const { status, stderr } = spawnSync(
      'bash',
      ['-euc', commands.replace('npm install', `npm install ${options}`)],
      { cwd: folder, encoding: 'utf8', env: environment({ PACKED, npm_config_loglevel: 'warn' }) },
    );
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(stderr, /npm warn/i);
  });

it('projects are told to use the release of file-type that the service uses', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'packages/media/package.json'), 'utf8'));
  const acme = JSON.parse(readFileSync(join(root, 'examples/acme/package.json'), 'utf8'));
  assert.equal(acme.overrides['file-type'], dependencies['file-type']);
  for (const page of ['README.md', 'docs/extending.md']) {
    const [, release] = /overrides\.file-type=(\S+)$/m.exec(readFileSync(join(root, page), 'utf8'));
    assert.equal(release, dependencies['file-type'], page);
  }
});

it('each has declarations, a README and the licence, and neither sources nor tests nor maps', () => {
  for (const file of allFiles) {
    const entries = entriesOf(file);
    for (const name of ['README.md', 'LICENSE', 'package.json', 'dist/index.js', 'dist/index.d.ts'])
      assert.ok(entries.includes(name), `${file} lacks ${name}`);
    const stray = entries.filter((name) =>
      /(^|\/)(src|test)\/|\.spec\.|\.test\.|\.map$|(?<!\.d)\.tsx?$|^\.|\.env$/.test(name),
    );
    assert.deepEqual(stray, []);
  }
});

it('the service’s has the catalogue, the built page and the manual', () => {
  const entries = entriesOf(files.find((file) => /^offprint-\d/.test(basename(file))));
  for (const name of [
    'catalogue/embedded.yaml',
    'dashboard/dist/index.html',
    'docs/.vitepress/dist/index.html',
  ])
    assert.ok(entries.includes(name), name);
});

it('all packages have one version and require each other in it', () => {
  const manifests = allFiles.map((file) =>
    JSON.parse(execFileSync('tar', ['-xzOf', file, 'package/package.json'])),
  );
  const { version } = manifests[0];
  for (const { name, version: own, dependencies, peerDependencies } of manifests) {
    assert.equal(own, version, name);
    for (const [other, range] of Object.entries({ ...dependencies, ...peerDependencies }))
      if (manifests.some((manifest) => manifest.name === other))
        assert.equal(range.replace('^', ''), version, `${name} requires ${other}`);
  }
});
