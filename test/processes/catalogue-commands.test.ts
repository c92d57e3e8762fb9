/** The commands of the catalogue beside a running service: what they change holds there at once, with the command as its actor. */
import { isDeepStrictEqual } from 'node:util';
import { call, type Json, type Person, register } from '../support/client.js';
import {
  endServices,
  runTool,
  type ServiceProcess,
  spawnService,
  until,
} from '../support/service-process.js';

/** For the start of a dozen processes on a slow machine. */
const PATIENCE_MS = 300_000;
const MODEL = ['--kind', 'model', '--key', 'embedded-image'];

let service: ServiceProcess;
let admin: Person;
beforeAll(async () => {
  service = await spawnService();
  admin = await register(service.base);
  const { code } = await offprint('users', 'role', '--email', admin.email, '--role', 'admin');
  expect(code).toBe(0);
}, PATIENCE_MS);
afterAll(endServices);

const offprint = (...args: string[]) => runTool(args, { DATA_DIR: service.directory });
const get = async (path: string) =>
  (await call(service.base, 'GET', path, { token: admin.accessToken })).body;
const priceOf = async () =>
  (await get('/api/models')).items.find(({ modelKey }: Json) => modelKey === 'embedded-image').pricing;

it(
  'a price is changed, listed, exported and restored; the service and the audit trail have it',
  async () => {
    const before = await priceOf();
    const change = [
      '--set',
      'pricing={"base":7}',
      '--set',
      'title=Seven',
      '--reason',
      'The engine costs more',
    ];
    const updated = await offprint('catalogue', 'update', ...MODEL, ...change);
    expect(updated).toMatchObject({ code: 0, stdout: 'model embedded-image: version 2 holds now\n' });
    // The next request can come before the notice of the change: a process reads changes every second.
    await until(async () => isDeepStrictEqual(await priceOf(), { base: 7 }));

    const list = await offprint('catalogue', 'list', '--kind', 'model');
    expect(list.stdout).toMatch(/^model +embedded-image +yes +2 +title,pricing +Seven$/m);
    const shown = await offprint('catalogue', 'show', ...MODEL);
    expect(JSON.parse(shown.stdout)).toMatchObject({ modelKey: 'embedded-image', pricing: { base: 7 } });
    const exported = await offprint('catalogue', 'export');
    expect(exported.stdout).toContain('title: Seven');

    const restored = await offprint('catalogue', 'restore', ...MODEL, '--version', '1');
    expect(restored.stdout).toBe('model embedded-image: version 3 holds now, as version 1\n');
    await until(async () => isDeepStrictEqual(await priceOf(), before));
    const versions = (await offprint('catalogue', 'versions', ...MODEL)).stdout.split('\n');
    expect(versions[1]).toMatch(/^3 .* command +as version 1 +-$/);
    expect(versions[2]).toMatch(/^2 .* command +\{"title":"Seven",.* The engine costs more$/);
    expect(versions[3]).toMatch(/^1 +- +the files/);
    const { items } = await get('/api/admin/audit?actor=command&limit=2');
    expect(items).toMatchObject([
      { action: 'catalogue.model_restored', target: 'embedded-image', actor: { kind: 'command' } },
      { action: 'catalogue.model_changed', target: 'embedded-image', actor: { kind: 'command' } },
    ]);
  },
  PATIENCE_MS,
);

it(
  'refuses what the files would not allow and what they do not have, and changes nothing',
  async () => {
    const before = await priceOf();
    const answers = [
      await offprint('catalogue', 'update', ...MODEL, '--set', 'pricing={"base":-1}'),
      await offprint('catalogue', 'update', '--kind', 'plan', '--key', 'gold', '--set', 'enabled=false'),
      await offprint('catalogue', 'restore', ...MODEL, '--version', '99'),
    ];
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(answers[0]!.stderr).toMatch(/pricing\.base must be/);
    expect(answers[2]!.stderr).toMatch(/version must be a version of the model embedded-image/);
    for (const { stderr } of answers) expect(stderr).not.toMatch(/\n\s+at /);
    expect(await priceOf()).toEqual(before);
  },
  PATIENCE_MS,
);
