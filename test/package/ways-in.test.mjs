// The three ways in of docs/extending.md, each with its example, compiled and run against the installed tarballs alone.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { root } from '../../scripts/build-first.mjs';
import { call, generate, newCaller } from './support/client.mjs';
import { compilerOf, COMPILERS, STRICT } from './support/compilers.mjs';
import { app } from './support/installation.mjs';
import { endAll, offprint, run, start } from './support/program.mjs';

after(endAll);

/** Copies an example into the application. @returns its directory. */
function copyExample(name) {
  const folder = join(app, name);
  cpSync(join(root, 'examples', name), folder, { recursive: true });
  return folder;
}

/** Compiles an example; `consumer.test.mjs` does so strictly, with every release. @returns the directory of the output. */
async function compile(name) {
  const folder = copyExample(name);
  const options = { ...STRICT, skipLibCheck: true, outDir: 'dist', rootDir: '.' };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.ts'] }),
  );
  const { code, stdout } = await run('node', [compilerOf(COMPILERS.at(-1)), '-p', folder]);
  assert.equal(code, 0, stdout);
  return join(folder, 'dist');
}

describe('PLUGINS', () => {
  const GRADIENT = { modelKey: 'gradient', from: '#ff0000', to: '#0000ff' };
  const env = { CATALOGUE_DIR: './gradient-catalogue', DATA_DIR: './data-gradient' };

  before(() => {
    const example = copyExample('gradient-engine');
    const catalogue = join(app, 'gradient-catalogue');
    cpSync(join(app, 'node_modules/offprint/catalogue'), catalogue, { recursive: true });
    cpSync(join(example, 'gradient.yaml'), join(catalogue, 'gradient.yaml'));
    const asPackage = join(app, 'node_modules/@acme/gradient-engine');
    mkdirSync(asPackage, { recursive: true });
    cpSync(join(example, 'gradient-engine.mjs'), join(asPackage, 'index.js'));
    const manifest = {
      name: '@acme/gradient-engine',
      version: '1.0.0',
      type: 'module',
      exports: './index.js',
    };
    writeFileSync(join(asPackage, 'package.json'), JSON.stringify(manifest));
  });

  for (const [kind, plugin] of [
    ['file', './gradient-engine/gradient-engine.mjs'],
    ['package', '@acme/gradient-engine'],
  ])
    it(`adds the engine of a ${kind}`, async () => {
      const service = await start('npx', ['offprint'], { env: { ...env, PLUGINS: plugin } });
      const { key } = await newCaller(service.url);
      const done = await generate(service.url, key, GRADIENT);
      assert.equal(done.status, 'completed');
      assert.equal(done.creditCost, 0.5);
      await service.stop();
    });

  it('refuses a TypeScript file with one line', async () => {
    writeFileSync(join(app, 'engine.ts'), 'export default { name: "typed" };\n');
    const { code, stderr } = await offprint([], { env: { ...env, PLUGINS: './engine.ts' } });
    assert.equal(code, 1);
    assert.equal(stderr, 'PLUGINS: ./engine.ts is TypeScript. Compile it, and name the JavaScript file.\n');
  });
});

it('a main.ts of one’s own creates the service with an engine and a route', async () => {
  const folder = await compile('own-main');
  const service = await start('node', [join(folder, 'main.js')], { env: { DATA_DIR: './data-own-main' } });
  const { status, body } = await call(service.url, '/api/acme/about');
  assert.equal(status, 200);
  assert.deepEqual(body, { company: 'Acme' });
  const { key } = await newCaller(service.url);
  const done = await generate(service.url, key, { modelKey: 'embedded-image', prompt: 'a lighthouse' });
  assert.equal(done.status, 'completed');
  await service.stop();
});

describe('modules of one’s own beside those of the service', () => {
  const env = { DATA_DIR: './data-vouchers' };
  let folder;
  before(async () => {
    folder = await compile('vouchers');
  });

  async function createVoucher(url, options, code) {
    const admin = await newCaller(url);
    const body = { code, credits: 2.5 };
    const asUser = await call(url, '/api/acme/vouchers', { token: admin.token, body });
    assert.equal(asUser.status, 403);
    const promoted = await offprint(['users', 'role', '--email', admin.email, '--role', 'admin'], {
      env: options,
    });
    assert.equal(promoted.code, 0, promoted.stderr);
    const malformed = await call(url, '/api/acme/vouchers', {
      token: admin.token,
      body: { code, credits: -1 },
    });
    assert.equal(malformed.body.code, 'validation_failed');
    assert.equal((await call(url, '/api/acme/vouchers', { token: admin.token, body })).status, 201);
  }

  const redeem = (url, token, code) =>
    call(url, `/api/acme/vouchers/${code}/redeem`, { token, method: 'POST' });

  async function balanceOf(url, key) {
    return (await call(url, '/api/credits/balance', { token: key })).body.balance;
  }

  it('share its guard, its validation, its transactions and its ledger', async () => {
    const service = await start('node', [join(folder, 'main.js')], { env });
    await createVoucher(service.url, env, 'SUMMER25');
    const [{ key }, unscoped] = await Promise.all([newCaller(service.url), newCaller(service.url, ['read'])]);
    assert.equal((await redeem(service.url, undefined, 'SUMMER25')).status, 401);
    assert.equal((await redeem(service.url, unscoped.key, 'SUMMER25')).body.code, 'insufficient_scope');
    const balance = await balanceOf(service.url, key);
    const tries = await Promise.all(Array.from({ length: 8 }, () => redeem(service.url, key, 'SUMMER25')));
    assert.deepEqual(tries.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(400)]);
    assert.equal(await balanceOf(service.url, key), balance + 2.5);
    const ledger = await call(service.url, '/api/credits/ledger', { token: key });
    assert.equal(ledger.body.items[0].note, 'Voucher SUMMER25');
    await service.stop();
    assert.match((await offprint(['ledger', 'verify'], { env })).stdout, /everything adds up/);
  });

  it('keep their tables: a second start, as a plugin, migrates nothing again', async () => {
    const service = await start('npx', ['offprint'], {
      env: { ...env, PLUGINS: './vouchers/dist/vouchers.module.js' },
    });
    const { key } = await newCaller(service.url);
    assert.equal((await redeem(service.url, key, 'SUMMER25')).status, 400);
    await service.stop();
  });

  it('migrate once when several processes start at once', async () => {
    const fresh = { DATA_DIR: './data-processes' };
    const plugin = { PLUGINS: './vouchers/dist/vouchers.module.js', PROCESSES: '2' };
    const service = await start('npx', ['offprint'], { env: { ...fresh, ...plugin } });
    await createVoucher(service.url, fresh, 'WINTER25');
    const { key } = await newCaller(service.url);
    assert.equal((await redeem(service.url, key, 'WINTER25')).status, 200);
    await service.stop();
  });
});
