// What a package in PLUGINS adds to the installed tarballs: its engine, price, storage, commands and Nest modules. The example is
// examples/acme. extending.test.mjs starts each way in of docs/extending.md.
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
  it('refuses a TypeScript file with one sentence', async () => {
    writeFileSync(join(app, 'engine.ts'), 'export default { name: "typed" };\n');
    const { code, stderr } = await offprint([], { env: { PLUGINS: './engine.ts' } });
    assert.equal(code, 1);
    const sentence = 'PLUGINS: ./engine.ts is TypeScript. Compile it, and name the JavaScript file.';
    assert.equal(stderr, `Wrong settings:\n  - ${sentence}\n`);
  });
});

describe('modules of one’s own beside those of the service', () => {
  const plugin = { PLUGINS: '@acme/studio' };

  it('share its engines, prices and storage, its guard, its ledger and its commands, and keep their tables over a restart', async () => {
    const env = { ...settings, ...plugin, DATA_DIR: './data-vouchers' };
    const first = await start('npx', ['offprint'], { env });
    await createVoucher(first.url, env, 'SUMMER25');
    const { key } = await newCaller(first.url);
    assert.equal((await redeem(first.url, key, 'NONE')).body.code, 'validation_failed');
    const { status, body } = await redeem(first.url, key, 'SUMMER25');
    assert.equal(status, 200);
    const { body: wallet } = await call(first.url, '/api/credits/balance', { token: key });
    assert.equal(wallet.balance, body.balance);
    const done = await generate(first.url, key, POSTER);
    assert.deepEqual([done.status, done.creditCost], ['completed', 2]);
    assert.equal((await fetch(done.outputUrl)).headers.get('content-type'), 'image/png');
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
