// `offprint/testing` of the installed tarballs, under node:test: nothing but the tarballs is there.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { app } from './support/installation.mjs';
import { run } from './support/program.mjs';

const project = join(app, 'kit');
mkdirSync(project);

const SERVICE = `
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Provider } from 'offprint';
import { FakeEngine, startTestService } from 'offprint/testing';

let service;
before(async () => {
  service = await startTestService();
  console.log('server ' + service.directory);
});
after(() => service.close());

it('generates with a fake engine, which is a provider of the package', async () => {
  assert.ok(new FakeEngine() instanceof Provider);
  const account = await service.account({ credits: 100 });
  const key = await account.key({ scopes: ['write', 'read'] });
  const { id } = await service.generate(key, { modelKey: 'fake-image', prompt: 'a lighthouse' });
  assert.equal((await service.settled(id, key)).status, 'completed');
  service.engine.next('refuse');
  const refused = await service.generate(key, { modelKey: 'embedded-image', prompt: 'a lighthouse' });
  assert.equal((await service.settled(refused.id, key)).status, 'completed');
  const last = await service.generate(key, { modelKey: 'fake-video' });
  assert.equal((await service.settled(last.id, key)).error.code, 'provider_error');
});

it('a moved clock fails and refunds what an engine never finishes', async () => {
  const account = await service.account({ credits: 5 });
  const key = await account.key();
  service.engine.next({ poll: 'pending' });
  const { id } = await service.generate(key, { modelKey: 'fake-image' });
  await service.engine.called('poll');
  await service.clock.advance({ hours: 1 });
  assert.equal((await service.settled(id, key)).error.code, 'deadline_exceeded');
  assert.equal(await account.balance(), 5);
});

it('a second service starts in a second', async () => {
  const startedAt = performance.now();
  const second = await startTestService();
  console.log('second service ' + Math.round(performance.now() - startedAt) + ' ms');
  assert.deepEqual(await second.query('select 1 as one from users'), []);
  await second.close();
});
`;

const STORAGE = `
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { LocalDiskAssetStorage } from 'offprint';
import { assetStorageContract } from 'offprint/testing';

assetStorageContract(
  { describe, it, beforeEach, afterEach },
  {
    name: 'the local disk',
    create: async () => {
      const directory = await mkdtemp(join(tmpdir(), 'assets-'));
      const close = () => rm(directory, { recursive: true, force: true });
      return { storage: new LocalDiskAssetStorage(join(directory, 'assets')), close };
    },
  },
);
`;

/** A test that fails, and leaves its service open. */
const FAILING = `
import { it } from 'node:test';
import { startTestService } from 'offprint/testing';

it('fails', async () => {
  const service = await startTestService();
  console.log('server ' + service.directory);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);
  throw new Error('on purpose');
});
`;

async function runFile(name, text) {
  writeFileSync(join(project, name), text);
  const { code, stdout, stderr } = await run('node', ['--test', '--test-reporter=tap', join(project, name)]);
  return { code, output: stdout + stderr };
}

const countOf = (output, name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1]);

/** The server outlives its test by a moment. */
async function untilRemoved(output) {
  const [, directory] = /server (\/\S+)/.exec(output);
  while (existsSync(directory)) await sleep(50);
}

it('starts services, generates, fails and moves the clock; its PostgreSQL ends with the tests', async () => {
  const { code, output } = await runFile('service.test.mjs', SERVICE);
  assert.equal(code, 0, output);
  assert.equal(countOf(output, 'pass'), 3, output);
  console.log(/second service \d+ ms/.exec(output)[0]);
  await untilRemoved(output);
});

it('runs the contract of a port', async () => {
  const { code, output } = await runFile('storage.test.mjs', STORAGE);
  assert.equal(code, 0, output);
  assert.ok(countOf(output, 'pass') > 30, output);
});

it('leaves no server and no file behind when the tests fail and their process is killed', async () => {
  const { code, output } = await runFile('failing.test.mjs', FAILING);
  assert.notEqual(code, 0);
  assert.match(output, /on purpose|SIGKILL/);
  await untilRemoved(output);
});
