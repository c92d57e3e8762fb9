// The ways in of docs/extending.md, each with its example, compiled and run against the installed tarballs alone:
// PLUGINS with a file and with a package, a main.ts of one's own, Nest modules of one's own. The example is examples/acme.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/build-first.mjs';
import { call, generate, newCaller } from './support/client.mjs';
import { compilerOf, COMPILERS } from './support/compilers.mjs';
import { app, npm } from './support/installation.mjs';
import { endAll, offprint, run, start } from './support/program.mjs';

const POSTER = { modelKey: 'acme-poster', prompt: 'a lighthouse' };
/** Acme's project, which finds the packages of the application, and the render server of its tests. */
const acme = join(app, 'acme');
let engine;
let settings;

before(async () => {
  cpSync(join(root, 'examples/acme'), acme, { recursive: true });
  const { code, stdout } = await run('node', [compilerOf(COMPILERS.at(-1)), '-p', acme]);
  assert.equal(code, 0, stdout);
  const asPackage = join(app, 'node_modules/@acme/studio');
  mkdirSync(asPackage, { recursive: true });
  npm(['pack', '--silent', '--ignore-scripts'], acme, ['ignore', 'ignore', 'inherit']);
  const { status } = spawnSync('tar', ['-xzf', join(acme, 'acme-studio-1.0.0.tgz'), '--strip=1'], {
    cwd: asPackage,
  });
  assert.equal(status, 0);
  const support = pathToFileURL(join(acme, 'dist/test/support/')).href;
  const { EngineServer, ENGINE_KEY } = await import(`${support}engine-server.js`);
  engine = await new EngineServer().start();
  settings = {
    ACME_ENGINE_URL: engine.url,
    ACME_ENGINE_KEY: ENGINE_KEY,
    ACME_STORAGE_KEY: 'a5'.repeat(32),
    CATALOGUE_DIR: join(acme, 'catalogue'),
  };
});
after(() => {
  endAll();
  return engine?.stop();
});

describe('PLUGINS', () => {
  it('adds the engine of a file', async () => {
    const example = join(root, 'examples/gradient-engine');
    cpSync(join(example, 'gradient-engine.mjs'), join(app, 'gradient-engine.mjs'));
    const catalogue = join(app, 'gradient-catalogue');
    cpSync(join(app, 'node_modules/offprint/catalogue'), catalogue, { recursive: true });
    cpSync(join(example, 'gradient.yaml'), join(catalogue, 'gradient.yaml'));
    const env = {
      DATA_DIR: './data-gradient',
      CATALOGUE_DIR: catalogue,
      PLUGINS: './gradient-engine.mjs',
    };
    const service = await start('npx', ['offprint'], { env });
    const { key } = await newCaller(service.url);
    const body = { modelKey: 'gradient', from: '#ff0000', to: '#0000ff' };
    const done = await generate(service.url, key, body);
    assert.equal(done.status, 'completed');
    assert.equal(done.creditCost, 0.5);
    await service.stop();
  });

  it('adds what a package has: its engine, price, storage and routes', async () => {
    const env = { ...settings, DATA_DIR: './data-package', PLUGINS: '@acme/studio' };
    const service = await start('npx', ['offprint'], { env });
    const { key } = await newCaller(service.url);
    const done = await generate(service.url, key, POSTER);
    assert.equal(done.status, 'completed');
    assert.equal(done.creditCost, 2);
    assert.equal((await fetch(done.outputUrl)).headers.get('content-type'), 'image/png');
    assert.equal((await redeem(service.url, key, 'NONE')).body.code, 'validation_failed');
    await service.stop();
  });

  it('refuses a TypeScript file with one sentence', async () => {
    writeFileSync(join(app, 'engine.ts'), 'export default { name: "typed" };\n');
    const { code, stderr } = await offprint([], { env: { PLUGINS: './engine.ts' } });
    assert.equal(code, 1);
    const sentence = 'PLUGINS: ./engine.ts is TypeScript. Compile it, and name the JavaScript file.';
    assert.equal(stderr, `Wrong settings:\n  - ${sentence}\n`);
  });
});

it('a main.ts of one’s own is the service with an extension', async () => {
  writeFileSync(join(acme, '.env'), 'DATA_DIR=./data\n');
  const service = await start('npm', ['start', '--silent'], { cwd: acme, env: settings });
  const { key } = await newCaller(service.url);
  assert.equal((await generate(service.url, key, POSTER)).status, 'completed');
  await service.stop();
});

describe('modules of one’s own beside those of the service', () => {
  const plugin = { PLUGINS: '@acme/studio' };

  it('share its guard, its ledger and its commands, and keep their tables over a restart', async () => {
    const env = { ...settings, ...plugin, DATA_DIR: './data-vouchers' };
    const first = await start('npx', ['offprint'], { env });
    await createVoucher(first.url, env, 'SUMMER25');
    const { key } = await newCaller(first.url);
    const { status, body } = await redeem(first.url, key, 'SUMMER25');
    assert.equal(status, 200);
    const { body: wallet } = await call(first.url, '/api/credits/balance', { token: key });
    assert.equal(wallet.balance, body.balance);
    await first.stop();
    assert.match((await offprint(['ledger', 'verify'], { env })).stdout, /everything adds up/);
    const second = await start('npx', ['offprint'], { env });
    assert.equal((await redeem(second.url, key, 'SUMMER25')).status, 400);
    await second.stop();
  });

  it('migrate once when several processes start at once', async () => {
    const env = { ...settings, ...plugin, DATA_DIR: './data-processes', PROCESSES: '2' };
    const service = await start('npx', ['offprint'], { env });
    await createVoucher(service.url, env, 'WINTER25');
    const { key } = await newCaller(service.url);
    assert.equal((await redeem(service.url, key, 'WINTER25')).status, 200);
    await service.stop();
  });
});

/** Creates a voucher as an administrator, whom the command of the operator has made one. */
async function createVoucher(url, env, code) {
  const admin = await newCaller(url);
  const promoted = await offprint(['users', 'role', '--email', admin.email, '--role', 'admin'], { env });
  assert.equal(promoted.code, 0, promoted.stderr);
  const { status } = await call(url, '/api/acme/vouchers', {
    token: admin.token,
    body: { code, credits: 2.5 },
  });
  assert.equal(status, 201);
}

const redeem = (url, token, code) =>
  call(url, `/api/acme/vouchers/${code}/redeem`, { token, method: 'POST' });
