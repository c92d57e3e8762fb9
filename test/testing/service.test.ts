/** `startTestService`: databases, accounts, keys, requests, catalogues and the clean-up. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, Module } from '@nestjs/common';
import { dump } from 'js-yaml';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Catalogue, PriceRule } from '../../src/index.js';
import {
  createTestDatabase,
  FakeEngine,
  startTestService,
  type TestService,
} from '../../src/testing/index.js';
import { expectDescribed } from '../support/openapi.js';
import { temporaryDirectory } from '../support/service-process.js';

const open: TestService[] = [];
const start = async (...options: Parameters<typeof startTestService>) => {
  const service = await startTestService(...options);
  open.push(service);
  return service;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

it('two services at once have databases, accounts, files and engines of their own', async () => {
  const [one, other] = await Promise.all([start({ onResponse: expectDescribed }), start()]);
  const account = await one.account({ credits: 7.5 });
  const key = await account.key();
  const { id } = await one.generate(key, { modelKey: 'fake-image', prompt: 'a lighthouse' });
  expect(await one.settled(id, key)).toMatchObject({ status: 'completed', creditCost: 1 });
  expect(await account.balance()).toBe(6.5);
  expect((await other.request('GET', '/api/credits/balance', { key })).status).toBe(401);
  expect(await other.query('select 1 from predictions')).toEqual([]);
  expect(one.engine.callsOf('submit')).toHaveLength(1);
  expect(other.engine.calls).toEqual([]);
  expect(one.directory).not.toBe(other.directory);
});

it('an account has the credits, the role and the scopes that a test asks for', async () => {
  const service = await start({ env: { SIGNUP_CREDITS: '20', REGISTRATION: 'closed' } });
  const [admin, user, poor] = await Promise.all([
    service.account({ role: 'admin' }),
    service.account({ credits: 100 }),
    service.account({ credits: 0 }),
  ]);
  expect(await Promise.all([admin, user, poor].map((one) => one.balance()))).toEqual([20, 100, 0]);
  expect(await user.grant(50)).toBe(150);
  const list = (token: string) => service.request('GET', '/api/admin/accounts', { token });
  expect((await list(admin.token)).status).toBe(200);
  expect((await list(user.token)).status).toBe(403);
  const me = await service.request('GET', '/api/auth/me', { token: user });
  expect(me.body).toMatchObject({
    user: { id: user.userId, email: user.email },
    account: { id: user.accountId },
  });
  const key = await user.key({ scopes: ['billing'], env: 'test', rateLimit: 10 });
  expect(key).toMatchObject({
    secret: expect.stringMatching(/^of_test_/),
    scopes: ['billing'],
    rateLimit: 10,
  });
  await expect(service.generate(key, { modelKey: 'fake-image' })).rejects.toThrow('insufficient_scope');
  await expect(service.generate(await poor.key(), { modelKey: 'fake-image' })).rejects.toThrow('402');
});

it('extensions are loaded as PLUGINS loads them, and two that replace one port are rejected', async () => {
  @Injectable()
  class Free extends PriceRule {
    override priceOf(): bigint {
      return 0n;
    }
  }
  class CreateNotes1770000000000 implements MigrationInterface {
    up = (runner: QueryRunner) =>
      runner.query(`create table acme.notes (id int, at timestamptz not null default clock_timestamp())`);
    down = (runner: QueryRunner) => runner.query('drop table acme.notes');
  }
  @Module({})
  class Beside {}
  const acme = {
    name: 'acme',
    replace: { PriceRule: Free },
    schemas: [{ name: 'acme', migrations: [CreateNotes1770000000000] }],
  };
  const service = await start({ plugins: [acme, Beside] });
  expect(service.get(PriceRule)).toBeInstanceOf(Free);
  expect(service.get(Beside)).toBeInstanceOf(Beside);
  const account = await service.account({ credits: 0 });
  const { creditCost } = await service.generate(await account.key(), { modelKey: 'fake-image' });
  expect(creditCost).toBe(0);
  expect(await service.query('insert into acme.notes (id) values (1) returning id')).toEqual([{ id: 1 }]);
  await expect(startTestService({ plugins: [acme, { ...acme, name: 'other' }] })).rejects.toThrow(
    'The plugins acme and other both replace PriceRule.',
  );
});

it('files are added to the shipped catalogue, and a directory with plans takes its place', async () => {
  const directory = await temporaryDirectory();
  const model = {
    title: 'A',
    description: 'A',
    typicalSeconds: 1,
    deadlineSeconds: 60,
    pricing: { base: 2 },
  };
  const kind = { modality: 'image', operation: 'text-to-image', input: { properties: {} } };
  const engine = new FakeEngine({ name: 'acme', models: [] });
  const file = join(directory, 'more.yaml');
  const models = [{ modelKey: 'acme-one', model: 'acme/one', ...kind, ...model }];
  writeFileSync(file, dump({ provider: 'acme', models }));
  const added = await start({ catalogue: file, engines: [engine] });
  const keysOf = ({ get }: TestService) =>
    get(Catalogue)
      .list()
      .map(({ modelKey }) => modelKey);
  expect(keysOf(added)).toEqual(expect.arrayContaining(['acme-one', 'embedded-image']));
  const whole = join(directory, 'whole');
  mkdirSync(whole);
  writeFileSync(join(whole, 'plans.yaml'), dump({ default: 'own', plans: [{ key: 'own', title: 'Own' }] }));
  const replaced = await start({ catalogue: [whole, file], engines: [engine] });
  expect(keysOf(replaced)).toEqual(['acme-one']);
  expect((await replaced.account()).token).not.toBe('');
});

it('services on one database share its accounts and files, until the first is closed', async () => {
  const one = await start({ env: { ROLES: 'api' } });
  const other = await start({ database: one.database });
  const key = await (await one.account()).key();
  const { id } = await one.generate(key, { modelKey: 'fake-image' });
  expect((await one.settled(id, key)).status).toBe('completed');
  expect(other.engine.callsOf('submit')).toHaveLength(1);
  expect(other.directory).toBe(one.directory);
  await other.close();
  expect((await one.request('GET', '/api/credits/balance', { key })).status).toBe(200);
});

it('a closed service leaves no database, no file and no open port; close may be called twice', async () => {
  const service = await start();
  const { url, database, directory } = service;
  await Promise.all([service.close(), service.close()]);
  await expect(fetch(url)).rejects.toThrow();
  const client = new pg.Client(database.url);
  await expect(client.connect()).rejects.toThrow('does not exist');
  expect(existsSync(directory)).toBe(false);
});

it('a service that cannot start leaves no database', async () => {
  const before = await createTestDatabase();
  const count = async () =>
    // Other workers create and drop databases meanwhile.
    (
      await before.query('select 1 from pg_database where starts_with(datname, $1)', [
        `offprint_test_${process.pid}_`,
      ])
    ).length;
  const databases = await count();
  await expect(startTestService({ env: { LEASE_SECONDS: 'never' } })).rejects.toThrow('LEASE_SECONDS');
  expect(await count()).toBeLessThanOrEqual(databases);
  await before.drop();
});
