/**
 * The image of the Dockerfile, laid out by hand, as no container engine is here: what its last stage copies, beside the packages of
 * production alone. Every extension of this repository loads in it, and a service starts with all of them.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SERVICE_PACKAGES } from '../../scripts/service-packages.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name) => readFileSync(join(root, name), 'utf8');
const dockerfile = read('Dockerfile');
const stages = dockerfile.split(/^FROM /m).slice(1);
const scratch = mkdtempSync(join(tmpdir(), 'offprint-image-'));
const image = join(scratch, 'app');
/** Each with what it requires. Nothing listens there: a start does not need their services. */
const extensions = JSON.parse(read('test/support/extensions.json'));
const names = Object.keys(extensions);
const folderOf = (name) => name.replace('@offprint/', 'packages/');

before(() => {
  mkdirSync(join(image, 'node_modules'), { recursive: true });
  installProduction();
  // The packages of an earlier stage are those of installProduction.
  const copies = stages.at(-1).matchAll(/^COPY (?!--from=packages)(?:--from=build )?(.+) (\S+)$/gm);
  for (const [, sources, destination] of copies)
    for (const source of sources.split(' ')) copy(source.replace('/app/', ''), destination);
  symlinkSync(image, join(image, 'node_modules/offprint'));
});
after(() => rmSync(scratch, { recursive: true, force: true }));

/** `npm ci --omit=dev`, from what is installed here: the packages that the lock does not mark as for development. */
function installProduction() {
  for (const [path, entry] of Object.entries(JSON.parse(read('package-lock.json')).packages)) {
    if (!path.includes('node_modules/') || entry.dev || entry.devOptional || !existsSync(join(root, path)))
      continue;
    mkdirSync(dirname(join(image, path)), { recursive: true });
    if (entry.link) symlinkSync(join(image, entry.resolved), join(image, path));
    else
      cpSync(join(root, path), join(image, path), { recursive: true, filter: isOfPackage(join(root, path)) });
  }
}

/** Packages within a package have an entry of their own. */
function isOfPackage(folder) {
  return (source) => !source.slice(folder.length).includes('/node_modules');
}

function copy(source, destination) {
  const to = join(image, destination, destination.endsWith('/') ? basename(source) : '');
  const isNotInstalled = (path) => !path.slice(root.length).includes('node_modules');
  cpSync(join(root, source), to, { recursive: true, filter: isNotInstalled });
}

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

test('both stages that install have the package.json of the service’s packages and of every extension', () => {
  for (const stage of stages.slice(0, 2))
    for (const folder of [...SERVICE_PACKAGES, ...names.map(folderOf)])
      assert.ok(stage.includes(`COPY ${folder}/package.json`), folder);
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
