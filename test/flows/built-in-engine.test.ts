/** The built-in engine is an extension that comes with the service; a setting leaves it out. */
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { type AppOptions, Provider } from '../../src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';

const FILE = load(readFileSync('catalogue/embedded.yaml', 'utf8')) as { models: { modelKey: string }[] };
const KEYS = FILE.models.map(({ modelKey }) => modelKey);

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function start(env: Record<string, string>, options: AppOptions = {}): Promise<TestApp> {
  app = await startApp({ ROLES: 'api', ...env }, undefined, options);
  return app;
}

async function modelKeys({ base }: TestApp): Promise<string[]> {
  const { body } = await call(base, 'GET', '/api/models');
  return (body.items as Json[]).map(({ modelKey }) => String(modelKey));
}

async function enginesOf(of: TestApp): Promise<Json[]> {
  const { accessToken: token } = await registerAdmin(of);
  return (await call(of.base, 'GET', '/api/admin/providers', { token })).body.items as Json[];
}

it('is there by default, with its models in the order of its file, before the fault model', async () => {
  const service = await start({});
  expect(await modelKeys(service)).toEqual([...KEYS, 'embedded-fault']);
  expect((await enginesOf(service)).slice(0, 2)).toMatchObject([{ name: 'embedded' }, { name: 'fault' }]);
});

it('is left out by BUILT_IN_ENGINE=off, and its models are not offered', async () => {
  const service = await start({ BUILT_IN_ENGINE: 'off' });
  expect(await modelKeys(service)).toEqual(['embedded-fault']);
  const [first, ...others] = await enginesOf(service);
  expect(first).toMatchObject({ name: 'fault', configured: true });
  expect(others.find(({ name }) => name === 'embedded')).toMatchObject({ configured: false, missing: null });
  expect((await call(service.base, 'GET', '/api/models/embedded-image')).status).toBe(404);
});

it('runs a model of another key and price, whose `model` is one of its own', async () => {
  const service = await start({ CATALOGUE_DIR: 'packages/create-offprint/template/catalogue' });
  expect(await modelKeys(service)).toEqual(['poster']);
});

describe('beside another engine', () => {
  class Studio extends Provider {
    readonly name = 'comfyui';
    readonly resubmission = 'none';
    offers = () => true;
    submit = () => Promise.reject(new Error('no work is submitted'));
  }
  const check = async (options: AppOptions) => {
    const service = await start({}, options);
    const { accessToken: token } = await registerAdmin(service);
    return (await call(service.base, 'POST', '/api/admin/providers/embedded/check', { token })).body;
  };

  it('advises the administration to leave it out', async () => {
    expect(await check({ providers: [Studio] })).toMatchObject({
      ok: true,
      detail: 'built in; comfyui serves models: BUILT_IN_ENGINE=off leaves out the built-in engine',
    });
  });

  it('and alone advises nothing', async () => {
    expect(await check({})).toMatchObject({ ok: true, detail: 'built in' });
  });
});
