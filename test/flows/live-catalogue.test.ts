/** The catalogue changes live: prices keep what was quoted, every process follows, and a restart changes nothing. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { loadAll } from 'js-yaml';
import { LiveCatalogue } from '../../src/catalogue/index.js';
import { READ_AFTER } from '../../src/catalogue/live/catalogue-versions.sql.js';
import { Database } from '../../src/platform/database/index.js';
import { TestPayments } from '../../src/testing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, type Json, newCaller, type Person } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { until } from '../support/service-process.js';

const MESH = { modelKey: 'embedded-mesh', prompt: 'a vase' };
const MODELS = '/api/admin/catalogue/models';
const SETTINGS = { ROLES: 'api', SIGNUP_CREDITS: '1000' };
const PRICE_CHANGED = { status: 409, body: { code: 'price_changed', details: [{ field: 'priceVersion' }] } };

const directory = mkdtempSync(join(tmpdir(), 'offprint-live-'));
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  cpSync('catalogue', directory, { recursive: true });
  app = await startApp({ ...SETTINGS, CATALOGUE_DIR: directory });
  admin = await registerAdmin(app);
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

const patch = (body: object, base = app.base, modelKey = MESH.modelKey) =>
  call(base, 'PATCH', `${MODELS}/${modelKey}`, { token: admin.accessToken, body });
const start = (key: string, body: object, headers = {}, base = app.base) =>
  call(base, 'POST', '/api/generate', { token: key, body: { ...MESH, ...body }, headers });
const quote = async (key: string, body: object = {}, base = app.base) =>
  call(base, 'POST', '/api/generate/quote', { token: key, body: { ...MESH, ...body } });
const priceOf = async (base: string) => (await call(base, 'GET', '/api/models/embedded-mesh')).body.pricing;
/** Makes the versions older: the triggers refuse it otherwise. */
const age = (seconds: number) =>
  app.database.query(`do $$ begin
    alter table catalogue_versions disable trigger all;
    update catalogue_versions set created_at = created_at - make_interval(secs => ${seconds});
    alter table catalogue_versions enable trigger all;
  end $$`);
const another = (env = {}) => startApp({ ...SETTINGS, CATALOGUE_DIR: directory, ...env }, app.database);

it('a quote holds after the price has changed; a prediction keeps the version that it was accepted with', async () => {
  const { key } = await newCaller(app.base);
  const before = Date.now();
  const { body: first } = await quote(key);
  expect(first).toMatchObject({ creditCost: 4, priceVersion: expect.stringMatching(/^price_[0-9a-f]{20}$/) });
  const validMs = Date.parse(first.validUntil as string) - before;
  expect(validMs).toBeGreaterThan(50_000);
  expect(validMs).toBeLessThan(62_000);
  await patch({ pricing: { base: 7 } });
  const { body: second } = await quote(key);
  expect(second.creditCost).toBe(7);
  expect(second.priceVersion).not.toBe(first.priceVersion);
  const old = await start(key, { priceVersion: first.priceVersion });
  expect(old).toMatchObject({ status: 201, body: { creditCost: 4 } });
  expect((await quote(key, { priceVersion: first.priceVersion })).body).toMatchObject({
    ...{ creditCost: 4, priceVersion: first.priceVersion },
  });
  expect((await start(key, { priceVersion: second.priceVersion })).body.creditCost).toBe(7);
  expect((await start(key, {})).body.creditCost).toBe(7);
  const path = `/api/generate/status/${old.body.predictionId}`;
  expect((await call(app.base, 'GET', path, { token: key })).body.priceVersion).toBe(first.priceVersion);
  await patch({ pricing: { base: 4, multipliers: { detail: { high: 2 } } } });
  expect((await quote(key)).body.priceVersion).toBe(first.priceVersion);
});

it('409 for a version that is none, and nothing is charged; a repeated request gets its answer all the same', async () => {
  const { key } = await newCaller(app.base);
  const { body: quoted } = await quote(key);
  const once = { 'Idempotency-Key': 'once' };
  const body = { priceVersion: quoted.priceVersion };
  const { body: first } = await start(key, body, once);
  const balance = await balanceOf(app.base, key);
  await patch({ pricing: { base: 8 } });
  await age(61);
  const other = await another();
  expect(await start(key, body, {}, other.base)).toMatchObject(PRICE_CHANGED);
  expect(await start(key, body, { 'Idempotency-Key': 'other' }, other.base)).toMatchObject(PRICE_CHANGED);
  expect(await quote(key, body, other.base)).toMatchObject(PRICE_CHANGED);
  expect(await start(key, body, once, other.base)).toMatchObject({ status: 201, body: first });
  expect(await start(key, { priceVersion: 'price_00000000000000000000' })).toMatchObject(PRICE_CHANGED);
  for (const priceVersion of [5, '', {}, 'x'.repeat(101)])
    expect(await start(key, { priceVersion })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  expect(await balanceOf(app.base, key)).toBe(balance);
  await other.close();
});

it('every process follows without a restart, also without a notice, and knows the same prices', async () => {
  const { key } = await newCaller(app.base);
  const other = await another();
  await patch({ pricing: { base: 11 } });
  const { body: quoted } = await quote(key);
  // The other process may not know this price yet.
  expect((await start(key, { priceVersion: quoted.priceVersion }, {}, other.base)).body.creditCost).toBe(11);
  expect(await priceOf(other.base)).toEqual({ base: 11 });
  await app.database
    .query(`insert into catalogue_versions (revision, kind, key, version, settings, change, actor_kind)
    select max(revision) + 1, 'model', 'embedded-mesh', max(version) filter (where key = 'embedded-mesh') + 1,
      '{"pricing": {"base": 12}}', '{}', 'system' from catalogue_versions`);
  for (const { base } of [app, other]) await until(async () => (await priceOf(base)).base === 12);
  expect(await priceOf(other.base)).toEqual({ base: 12 });
  expect((await quote(key, {}, other.base)).body.priceVersion).toBe((await quote(key)).body.priceVersion);
  await other.close();
});

it('after a restart what was changed live wins; what the files no longer allow is not in force and named', async () => {
  await patch({ pricing: { base: 13 }, title: 'Live' });
  await patch({ enabled: false }, app.base, 'embedded-cutout');
  const files = mkdtempSync(join(tmpdir(), 'offprint-files-'));
  cpSync('catalogue', files, { recursive: true });
  const other = await another({ CATALOGUE_DIR: files });
  expect(await priceOf(other.base)).toEqual({ base: 13 });
  expect((await call(other.base, 'GET', '/api/models/embedded-cutout')).status).toBe(404);
  const { items } = (await call(other.base, 'GET', MODELS, { token: admin.accessToken })).body;
  expect((items as Json[]).find(({ modelKey }) => modelKey === 'embedded-mesh')!.differences).toEqual([
    { field: 'title', file: 'Procedural 3D model', live: 'Live' },
    { field: 'pricing', file: { base: 4, multipliers: { detail: { high: 2 } } }, live: { base: 13 } },
  ]);
  await other.close();
  rmSync(files, { recursive: true });
});

it('the export is YAML of what holds, without secrets, and works as a catalogue', async () => {
  const secret = 'https://user:pass-of-the-engine@engine.example/v1';
  const engine = {
    adapter: 'sdapi',
    url: secret,
    headers: { 'x-api-key': 'key-of-the-engine', 'x-version': '2' },
  };
  writeFileSync(
    join(directory, 'secretive.yaml'),
    JSON.stringify({ provider: 'secretive', engine, models: [] }),
  );
  const exporting = await another();
  await patch({ title: 'Exported', pricing: { base: 14 } });
  await patch({ enabled: false }, app.base, 'embedded-cutout');
  const answer = await call(exporting.base, 'GET', '/api/admin/catalogue/export', {
    // It has no ETag, so a condition is no reason for a 304.
    headers: { 'if-none-match': '*' },
    token: admin.accessToken,
  });
  await exporting.close();
  rmSync(join(directory, 'secretive.yaml'));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  expect(answer.text).not.toContain('of-the-engine');
  const documents = loadAll(answer.text) as Json[];
  const secretive = documents.find(({ provider }) => provider === 'secretive')!;
  expect(secretive.engine).toEqual({
    adapter: 'sdapi',
    url: { from: 'SECRETIVE_URL' },
    headers: { 'x-api-key': { from: 'SECRETIVE_HEADERS_X_API_KEY' }, 'x-version': '2' },
  });
  const files = mkdtempSync(join(tmpdir(), 'offprint-export-'));
  cpSync('catalogue/workflows', join(files, 'workflows'), { recursive: true });
  writeFileSync(join(files, 'catalogue.yaml'), answer.text);
  const again = await another({ CATALOGUE_DIR: files });
  const { items } = (await call(again.base, 'GET', MODELS, { token: admin.accessToken })).body;
  const here = (await call(app.base, 'GET', MODELS, { token: admin.accessToken })).body.items as Json[];
  const held = ({ modelKey, title, pricing, enabled, offered, priceVersion }: Json) => ({
    ...{ modelKey, title, pricing, enabled, offered, priceVersion },
  });
  const byKey = (a: Json, b: Json) => String(a.modelKey).localeCompare(String(b.modelKey));
  expect((items as Json[]).map(held).sort(byKey)).toEqual(here.map(held).sort(byKey));
  // What holds is what these files say.
  expect((items as Json[]).flatMap(({ differences }) => differences as Json[])).toEqual([]);
  await again.close();
  rmSync(files, { recursive: true });
});

describe('a process that was frozen while another one changed the catalogue', () => {
  const withPayments = { replace: { PaymentProvider: TestPayments } };
  let other: TestApp;
  let person: Person;
  let key: string;
  beforeAll(async () => {
    other = await startApp({ ...SETTINGS, CATALOGUE_DIR: directory }, app.database, withPayments);
    ({ person, key } = await newCaller(other.base));
    // A frozen process gets no notice and makes no round.
    await liveOf(other).beforeApplicationShutdown();
    jest.spyOn(liveOf(app), 'announce').mockResolvedValue();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await other.close();
  });

  const liveOf = ({ app: nest }: TestApp) => nest.get(LiveCatalogue, { strict: false });
  /** Lets the process wake 2.5 s after its last read. */
  function wake(): void {
    const { copy } = liveOf(other) as unknown as { copy: object };
    Object.assign(copy, { askedAtMs: performance.now() - 2_500 });
  }
  const change = (path: string, body: object) =>
    call(app.base, 'PATCH', `/api/admin/catalogue/${path}`, { token: admin.accessToken, body });
  const at = (method: string, path: string, body?: object) =>
    call(other.base, method, path, { token: path.startsWith('/api/gen') ? key : person.accessToken, body });
  const ordered = async () =>
    (
      await app.database.query<{ amount: string }>('select amount from checkouts order by id desc limit 1')
    )[0];

  const MODEL = 'models/embedded-mesh';
  const priced = { pricing: { base: 9 } };
  const off = { enabled: false };
  const price = { price: { amount: 777, currency: 'EUR' } };
  const listed = (items: Json[]) => items.find(({ modelKey }) => modelKey === MESH.modelKey)?.pricing;
  it.each<[string, string, object, () => Promise<unknown>, unknown]>([
    ['start', MODEL, priced, async () => (await at('POST', '/api/generate', MESH)).body.creditCost, 9],
    ['start', MODEL, off, async () => (await at('POST', '/api/generate', MESH)).body.code, 'model_not_found'],
    ['quote', MODEL, priced, async () => (await at('POST', '/api/generate/quote', MESH)).body.creditCost, 9],
    [
      'quote',
      MODEL,
      off,
      async () => (await at('POST', '/api/generate/quote', MESH)).body.code,
      'model_not_found',
    ],
    ['model', MODEL, priced, () => priceOf(other.base), { base: 9 }],
    ['models', MODEL, priced, async () => listed((await at('GET', '/api/models')).body.items), { base: 9 }],
    ['models', MODEL, off, async () => listed((await at('GET', '/api/models')).body.items), undefined],
    [
      'checkout',
      'packs/small',
      price,
      async () => [
        (await at('POST', '/api/billing/checkout', { pack: 'small' })).status,
        (await ordered())!.amount,
      ],
      [201, '777'],
    ],
    [
      'checkout',
      'packs/small',
      off,
      async () => (await at('POST', '/api/billing/checkout', { pack: 'small' })).body.code,
      'validation_failed',
    ],
    [
      'packs',
      'packs/small',
      price,
      async () => (await at('GET', '/api/billing/packs')).body.items[0].price.amount,
      777,
    ],
    [
      'plans',
      'plans/free',
      { title: 'New' },
      async () => (await at('GET', '/api/billing/plans')).body.items[0].title,
      'New',
    ],
  ])('%s: knows %s with %j', async (_what, path, body, use, expected) => {
    // Their responses are kept.
    for (let twice = 0; twice < 2; twice += 1) await at('GET', '/api/models');
    await change(path, body);
    wake();
    expect(await use()).toEqual(expected);
    await call(app.base, 'POST', `/api/admin/catalogue/${path}/restore`, {
      token: admin.accessToken,
      body: { version: 1 },
    });
    await liveOf(other).refresh();
  });

  it('asks once for all that arrive together, and nothing when it has just asked', async () => {
    const reads = jest.spyOn(other.app.get(Database, { strict: false }), 'run');
    const count = () => reads.mock.calls.filter(([statement]) => statement === READ_AFTER).length;
    await liveOf(other).refresh();
    // On a starved machine they arrive over more than the second that a read is current.
    const { copy } = liveOf(other) as unknown as { copy: object };
    Object.assign(copy, { maxAgeMs: 60_000, askedAtMs: -Infinity });
    const before = count();
    await Promise.all(Array.from({ length: 10 }, () => at('POST', '/api/generate', MESH)));
    expect(count()).toBe(before + 1);
  });
});
