// A newcomer's empty directory: a shop by `npx create-offprint`, its test, its first file, and an upgrade by `npm update`.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fetchNode } from '../../scripts/node-releases.mjs';
import { NPM_FOLDER, tarballsOf } from '../../scripts/release/artefacts.mjs';
import { publishTarballs } from '../../scripts/release/publish.mjs';
import { readBlocks } from '../package/support/markdown.mjs';
import { endAll, run, start } from '../package/support/program.mjs';
import { newcomer, nextPatch, registries, scratch } from './support/release.mjs';

const OWN = process.versions.node.split('.')[0];
/** CI has little time: the newcomer has its own release there. */
const RELEASES = new Set(process.env.CI ? [OWN] : [OWN, '22', '24']);
/** What every command of npm that installs something may not print. */
const WARNING = /npm warn/i;
const shopOf = (release) => join(scratch, `node-${release}`, 'shop');

after(endAll);

for (const release of RELEASES)
  describe(`on Node.js ${release}`, () => {
    const shop = shopOf(release);
    const seconds = {};

    async function must(name, program, args, options = {}) {
      const startedAt = performance.now();
      const { code, stdout, stderr } = await run(program, args, {
        cwd: shop,
        env: await variables(release),
        ...options,
      });
      seconds[name] = (performance.now() - startedAt) / 1000;
      assert.equal(code, 0, stdout + stderr);
      return stdout + stderr;
    }

    it('npx create-offprint makes a shop in an empty directory, without a warning of npm', async () => {
      const cwd = dirname(shop);
      mkdirSync(cwd);
      const output = await must('create', 'npx', ['--yes', 'create-offprint', 'shop'], { cwd });
      assert.doesNotMatch(output, WARNING);
    });

    it('npm test passes there', async () => {
      assert.match(await must('test', 'npm', ['test']), /^\S pass [1-9]/m);
    });

    it('npm start serves it, and the commands of its README get the first file', async () => {
      const startedAt = performance.now();
      const service = await start('npm', ['start'], { cwd: shop, env: await variables(release) });
      seconds.start = (performance.now() - startedAt) / 1000;
      const [block] = readBlocks(readFileSync(join(shop, 'README.md'), 'utf8')).filter(
        ({ language }) => language === 'sh',
      );
      const env = { ...(await variables(release)), BASE: service.url };
      try {
        await must('file', 'bash', ['-euo', 'pipefail', '-c', `${block.text}\nprintf %s "$KEY" >key`], {
          env,
        });
      } finally {
        await service.stop();
      }
      assert.equal(readFileSync(join(shop, 'poster.png')).subarray(1, 4).toString(), 'PNG');
      const sum = seconds.create + seconds.start + seconds.file;
      const parts = Object.entries(seconds).map(([name, value]) => `${name} ${value.toFixed(1)}`);
      console.error(`Node.js ${release}: the first file after ${sum.toFixed(1)} s (${parts.join(', ')})`);
    });
  });

it('npm update brings the next patch, and the shop starts with what it had', async () => {
  const { npm, npmrc } = registries();
  const shop = shopOf(OWN);
  const env = await variables(OWN);
  const tarballs = tarballsOf(NPM_FOLDER);
  // The service comes behind all that it depends on.
  const service = tarballs.findIndex(({ name }) => name === 'offprint');
  const next = nextPatch(tarballs.slice(0, service + 1));
  await publishTarballs(next, npm, ['--userconfig', npmrc]);
  const { code, stdout, stderr } = await run('npm', ['update'], { cwd: shop, env });
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stdout + stderr, WARNING);
  const { version } = JSON.parse(readFileSync(join(shop, 'node_modules/offprint/package.json'), 'utf8'));
  assert.equal(version, next.at(-1).version);
  const { url, stop } = await start('npm', ['start'], { cwd: shop, env });
  const authorization = `Bearer ${readFileSync(join(shop, 'key'), 'utf8')}`;
  const response = await fetch(`${url}/api/generate/history`, { headers: { authorization } });
  const { items } = await response.json();
  await stop();
  assert.deepEqual(
    items.map(({ status, modelKey }) => [status, modelKey]),
    [['completed', 'poster']],
  );
});

const nodes = new Map();

/** The variables of a newcomer whose `node` is of this release. */
async function variables(release) {
  if (release === OWN) return newcomer();
  if (!nodes.has(release)) nodes.set(release, await fetchNode(release, scratch));
  return newcomer({ PATH: [dirname(nodes.get(release)), process.env.PATH].join(delimiter) });
}
