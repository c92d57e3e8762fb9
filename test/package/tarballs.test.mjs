// What is in the tarballs, and what is not.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { tarballs } from './support/installation.mjs';

const MOST_BYTES = 4_000_000;

const files = readdirSync(tarballs);
const entriesOf = (file) =>
  execFileSync('tar', ['-tzf', join(tarballs, file)], { encoding: 'utf8', maxBuffer: 1e8 })
    .trim()
    .split('\n')
    .map((entry) => entry.replace(/^package\//, ''));

it('all tarballs together are smaller than 4 MB', () => {
  const bytes = files.map((file) => statSync(join(tarballs, file)).size);
  const all = bytes.reduce((sum, one) => sum + one, 0);
  console.log(`${files.length} tarballs, ${all} bytes`);
  assert.ok(all < MOST_BYTES);
});

it('each has declarations, a README and the licence, and neither sources nor tests nor maps', () => {
  for (const file of files) {
    const entries = entriesOf(file);
    for (const name of ['README.md', 'LICENSE', 'package.json', 'dist/index.js', 'dist/index.d.ts'])
      assert.ok(entries.includes(name), `${file} lacks ${name}`);
    const stray = entries.filter((name) =>
      /(^|\/)(src|test)\/|\.spec\.|\.test\.|\.map$|(?<!\.d)\.tsx?$|^\.|\.env$/.test(name),
    );
    assert.deepEqual(stray, []);
  }
});

it('the service’s has the catalogue and the built page', () => {
  const entries = entriesOf(files.find((file) => /^offprint-\d/.test(file)));
  for (const name of ['catalogue/embedded.yaml', 'dashboard/dist/index.html'])
    assert.ok(entries.includes(name), name);
});

it('all packages have one version and require each other in it', () => {
  const manifests = files.map((file) =>
    JSON.parse(execFileSync('tar', ['-xzOf', join(tarballs, file), 'package/package.json'])),
  );
  const { version } = manifests[0];
  for (const { name, version: own, dependencies, peerDependencies } of manifests) {
    assert.equal(own, version, name);
    for (const [other, range] of Object.entries({ ...dependencies, ...peerDependencies }))
      if (manifests.some((manifest) => manifest.name === other))
        assert.equal(range.replace('^', ''), version, `${name} requires ${other}`);
  }
});
