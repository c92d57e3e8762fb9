// What the registries of the dry release serve, what stops a release, and what is written beside it.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { root } from '../../scripts/build-first.mjs';
import { NPM_FOLDER, publishedFolders, REPORTS, tarballsOf } from '../../scripts/release/artefacts.mjs';
import { packument, publishTarballs } from '../../scripts/release/publish.mjs';
import { Refusal } from '../../scripts/release/refusal.mjs';
import { setRepository } from '../../scripts/release/repository.mjs';
import { environment } from '../package/support/installation.mjs';
import { newcomer, registries, scratch } from './support/release.mjs';

const run = promisify(execFile);
const { npm, pypi, npmrc } = registries();
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { version, engines, license } = manifest;

it('npm view shows the version, the engines and the licence of the service', async () => {
  const { stdout } = await run(
    'npm',
    ['view', `offprint@${version}`, 'version', 'engines', 'license', '--json'],
    {
      cwd: scratch,
      env: environment(newcomer()),
    },
  );
  assert.deepEqual(JSON.parse(stdout), { version, engines, license });
});

it('the registry has every package that is not private, and nothing of ours from elsewhere', async () => {
  const names = publishedFolders().map(
    (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name,
  );
  for (const name of ['offprint', ...names])
    assert.ok(version in ((await packument(npm, name)).versions ?? {}), name);
  for (const name of ['@offprint/absent', 'offprint-absent'])
    assert.equal((await packument(npm, name)).versions, undefined, name);
});

it('what is published is not published again, and a version with another content stops the release', async () => {
  const options = ['--userconfig', npmrc];
  const tarballs = tarballsOf(NPM_FOLDER);
  await publishTarballs(tarballs, npm, options);
  const other = { ...tarballs[0], sha512: Buffer.from('another') };
  await assert.rejects(publishTarballs([other], npm, options), (error) => {
    assert.ok(error instanceof Refusal);
    assert.match(
      error.message,
      /^The registry has another \S+ \d+\.\d+\.\d+: raise the version with `[^`]+`\.$/,
    );
    return true;
  });
});

it('an account without the token publishes nothing', async () => {
  const path = tarballsOf(NPM_FOLDER)[0].path;
  await assert.rejects(
    run('npm', ['publish', path, '--registry', npm], { cwd: scratch, env: environment(newcomer()) }),
    /ENEEDAUTH/,
  );
});

it('pip installs the Python client from the index into an empty environment, and it has the version', () => {
  const python = join(scratch, 'venv/bin/python');
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  execFileSync('python3', ['-m', 'venv', dirname(dirname(python))], options);
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-cache-dir', '--disable-pip-version-check'];
  execFileSync(python, [...pip, '--index-url', `${pypi}simple/`, 'offprint'], options);
  const program = 'import offprint; print(offprint.__version__)';
  assert.equal(execFileSync(python, ['-c', program], options).trim(), version);
});

it('the SBOMs name what the service and the Python client are made of', () => {
  const components = (file) => JSON.parse(readFileSync(join(REPORTS, file), 'utf8')).components;
  const urls = (file) => components(file).map(({ purl }) => decodeURIComponent(purl).replace(/@[^@]*$/, ''));
  const dependencies = Object.keys(manifest.dependencies).map((name) => `pkg:npm/${name}`);
  const missing = dependencies.filter((url) => !urls('service.cdx.json').includes(url));
  assert.deepEqual([missing, urls('service.cdx.json').includes('pkg:npm/jest')], [[], false]);
  assert.ok(urls('python.cdx.json').includes('pkg:pypi/httpx'));
  assert.ok(components('python.cdx.json').every(({ hashes }) => /^[0-9a-f]{64}$/.test(hashes[0].content)));
});

it('`npm run release -- repository` writes the address into every package, in a way that npm does not correct', async () => {
  const checkout = join(scratch, 'checkout');
  const files = ['package-lock.json', 'clients/python/pyproject.toml', 'package.json'];
  const folders = publishedFolders();
  for (const file of [...files, ...['dashboard', ...folders].map((folder) => `${folder}/package.json`)]) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    cpSync(join(root, file), join(checkout, file));
  }
  for (const time of ['first', 'second'])
    setRepository(checkout, `https://git.example.com/${time}/offprint.git`);
  const read = (file) => readFileSync(join(checkout, file), 'utf8');
  for (const folder of folders) {
    const { repository, homepage, bugs } = JSON.parse(read(`${folder}/package.json`));
    const url = 'git+https://git.example.com/second/offprint.git';
    assert.deepEqual(repository, { type: 'git', url, directory: folder });
    assert.match(
      `${homepage} ${bugs.url}`,
      /^https:\/\/git\.example\.com\/second\/offprint#readme https:.*\/issues$/,
    );
  }
  const [, urls] = /^\[project\.urls\]\n([^[]*)/m.exec(read('clients/python/pyproject.toml'));
  assert.equal(urls, 'Repository = "https://git.example.com/second/offprint"\n\n');
  const { stderr } = await run('npm', ['pkg', 'fix'], {
    cwd: join(checkout, 'packages/media'),
    env: environment(newcomer()),
  });
  assert.equal(stderr, '');
  assert.throws(() => setRepository(checkout, 'git.example.com'), Refusal);
});

it('a commit without what a release needs is not published', async () => {
  await assert.rejects(
    run('npm', ['run', '--silent', 'release', '--', 'publish'], { cwd: root }),
    ({ stderr }) => {
      assert.match(stderr, /^(No package|The tree|This commit)[^\n]*\.\n$/);
      return true;
    },
  );
});
