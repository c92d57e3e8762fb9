/**
 * The files of the image as `scripts/image-files.mjs` lays them out for the Dockerfile. Every extension of this repository loads from
 * them, and a service starts with all of them. `npm run test:image` builds and runs the image itself.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SERVICE_PACKAGES } from '../../scripts/service-packages.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name) => readFileSync(join(root, name), 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'offprint-image-'));
const image = join(scratch, 'app');
/** Each with what it requires. Nothing listens there: a start does not need their services. */
const extensions = JSON.parse(read('test/support/extensions.json'));
const names = Object.keys(extensions);
const folderOf = (name) => name.replace('@offprint/', 'packages/');

before(() => {
  execFileSync(process.execPath, [join(root, 'scripts/image-files.mjs'), scratch]);
  cpSync(join(scratch, 'postgres'), image, { recursive: true, verbatimSymlinks: true });
});
after(() => rmSync(scratch, { recursive: true, force: true }));

/** Starts a program of the image. @returns `{ text, until(pattern), end() }` */
function run(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: image,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: join(scratch, 'data'),
      ...env,
    },
  });
  const gone = once(child, 'close');
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  return {
    async until(pattern) {
      const over = gone.then(() => {
        throw new Error(`it ended:\n${text}`);
      });
      over.catch(() => undefined);
      while (!pattern.test(text)) await Promise.race([once(child.stdout, 'data'), over]);
      return pattern.exec(text);
    },
    async end() {
      if (child.exitCode === null) child.kill('SIGTERM');
      const [code] = await gone;
      return { code, text };
    },
  };
}

test('the stage that installs has the package.json of the service’s packages and of every extension', () => {
  const dockerfile = read('Dockerfile');
  for (const folder of [...SERVICE_PACKAGES, ...names.map(folderOf)])
    assert.ok(dockerfile.includes(`COPY ${folder}/package.json`), folder);
});

test('no extension of the repository is missing here', () => {
  const others = new Set([
    'packages/client',
    'packages/create-offprint',
    'packages/mcp',
    ...SERVICE_PACKAGES,
  ]);
  const folders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
  assert.deepEqual(folders.filter((folder) => !others.has(folder)).sort(), names.map(folderOf));
});

test('a service starts with all extensions, and serves what they add', { timeout: 120_000 }, async () => {
  const settings = Object.assign({}, ...Object.values(extensions));
  const service = run(['dist/main.js'], { ...settings, PLUGINS: names.join() });
  try {
    const [, url] = await service.until(/Offprint is ready at (\S+)/);
    assert.equal((await fetch(`${url}/v1/models`)).status, 401);
    assert.match(await (await fetch(url)).text(), /<div id="root">/);
  } finally {
    await service.end();
  }
});
