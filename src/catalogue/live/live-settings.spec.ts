import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Catalogue } from '../catalogue.js';
import { readCatalogue } from '../catalogue-files.js';
import { withoutSecrets } from './engine-secrets.js';
import { differencesOf, problemsOf, type Settings } from './live-settings.js';

const directory = mkdtempSync(join(tmpdir(), 'offprint-settings-'));
afterAll(() => rmSync(directory, { recursive: true }));

const route = (provider: string) => ({ provider, model: `${provider}/model`, options: { of: provider } });
const MODEL = {
  ...{
    modelKey: 'several',
    modality: 'image',
    operation: 'text-to-image',
    title: 'Several',
    description: 'Engines.',
  },
  ...{ typicalSeconds: 1, deadlineSeconds: 60, pricing: { base: 1 } },
  input: { properties: { prompt: { type: 'string', default: 'a' } } },
  routes: ['one', 'two', 'three'].map(route),
};
const SUBJECT = { kind: 'model', key: 'several' } as const;

function open(model: object = MODEL): Catalogue {
  writeFileSync(join(directory, 'several.yaml'), JSON.stringify({ provider: 'one', models: [model] }));
  writeFileSync(
    join(directory, 'plans.yaml'),
    JSON.stringify({ default: 'free', plans: [{ key: 'free', title: 'Free' }] }),
  );
  return new Catalogue(readCatalogue(directory));
}
const set = (catalogue: Catalogue, settings: Settings, version = 2, changedAtMs = 0) =>
  catalogue.apply([{ ...SUBJECT, version, settings, changedAtMs }]);
const routesOf = (catalogue: Catalogue) => catalogue.find('several')?.routes.map(({ provider }) => provider);

it('routes are tried in the order of the setting; others follow, and those that are switched off are left out', () => {
  const catalogue = open();
  set(catalogue, { routes: [{ provider: 'three' }, { provider: 'one', enabled: false }] });
  expect(routesOf(catalogue)).toEqual(['three', 'two']);
  expect(catalogue.find('several')).toMatchObject({ provider: 'three', model: 'three/model' });
  expect(catalogue.routesAfter('several', 'three').map(({ provider }) => provider)).toEqual(['two']);
  set(catalogue, {}, 3);
  expect(routesOf(catalogue)).toEqual(['one', 'two', 'three']);
});

it('predictions at a route that is switched off keep its options and can leave it for any other', () => {
  const catalogue = open();
  set(catalogue, { routes: [{ provider: 'one', enabled: false }] });
  expect(catalogue.optionsOf('several', 'one')).toEqual({ of: 'one' });
  expect(catalogue.routesAfter('several', 'one').map(({ provider }) => provider)).toEqual(['two', 'three']);
  expect(catalogue.routesAfter('several', 'nothing')).toEqual([]);
});

it('a model whose open routes have no configured engine is not offered', () => {
  const catalogue = open();
  const [model] = catalogue.entries;
  catalogue.offer([{ ...model!, routes: model!.routes.slice(0, 1) }]);
  set(catalogue, { routes: [{ provider: 'one', enabled: false }] });
  expect(catalogue.find('several')).toBeUndefined();
  expect(catalogue.findServed('several')).toBeDefined();
});

it('a route and a model can be switched off in the files, and on again live', () => {
  const catalogue = open({
    ...MODEL,
    enabled: false,
    routes: [{ ...route('one'), enabled: false }, route('two')],
  });
  expect(catalogue.find('several')).toBeUndefined();
  const settings = { enabled: true, routes: [{ provider: 'one' }] };
  set(catalogue, settings);
  expect(routesOf(catalogue)).toEqual(['one', 'two']);
  expect(differencesOf(catalogue.sources, SUBJECT, settings)).toMatchObject([
    { field: 'enabled', file: false, live: true },
    { field: 'routes', file: [{ provider: 'one', enabled: false }, {}], live: [{ enabled: true }, {}] },
  ]);
});

it('settings that the files no longer allow are not in force, and a lost route has no effect', () => {
  const catalogue = open({ ...MODEL, routes: [route('two')] });
  set(catalogue, { title: 'Live', routes: [{ provider: 'one' }, { provider: 'two' }] });
  expect(catalogue.problemOf(SUBJECT)).toBeNull();
  expect(catalogue.find('several')).toMatchObject({ title: 'Live', provider: 'two' });
  set(catalogue, { title: 'Live', pricing: { base: -1 } }, 3);
  expect(catalogue.problemOf(SUBJECT)).toBe('pricing.base must be between 0 and 1000000000');
  expect(catalogue.find('several')!.title).toBe('Several');
});

it('a price that was replaced is found for a minute, and one that comes back is the present one', () => {
  const catalogue = open();
  const model = () => catalogue.find('several')!;
  const { version: first } = catalogue.priceFor(model());
  set(catalogue, { pricing: { base: 2 } }, 2, 1_000);
  const { version: second } = catalogue.priceFor(model());
  expect(second).not.toBe(first);
  expect(catalogue.findPrice(model(), first, 60_999)).toMatchObject({
    pricing: { base: 1 },
    replacedAtMs: 1_000,
  });
  expect(catalogue.findPrice(model(), first, 61_000)).toBeUndefined();
  set(catalogue, { title: 'Live', pricing: { base: 2 } }, 3, 2_000);
  expect(catalogue.priceFor(model()).version).toBe(second);
  set(catalogue, { pricing: { base: 1 } }, 4, 3_000);
  expect(catalogue.findPrice(model(), first, 1_000_000)).toMatchObject({ version: first });
  expect(catalogue.findPrice(model(), second, 3_001)).toMatchObject({ pricing: { base: 2 } });
});

it('the default of a field that decides a price is part of its version', () => {
  const { version } = open().priceFor(open().find('several')!);
  const other = open({ ...MODEL, input: { properties: { prompt: { type: 'string', default: 'b' } } } });
  expect(other.priceFor(other.find('several')!).version).not.toBe(version);
});

it('every field has one problem', () => {
  const settings = { title: '', pricing: {}, routes: [] };
  expect(problemsOf(open().sources, SUBJECT, settings).map(({ field }) => field)).toEqual([
    'title',
    'pricing',
  ]);
});

it('a field without a name is not mistaken for the one around it', () => {
  const settings = { pricing: { '': 1, base: 1 } };
  expect(problemsOf(open().sources, SUBJECT, settings)).toEqual([
    { field: 'pricing.', message: 'is not a field that it has' },
  ]);
});

it('secrets in the description of an engine become names of variables', () => {
  const engine = {
    adapter: 'http-job',
    url: 'https://engine.example/v1?token=abc',
    secret: { from: 'ENGINE_KEY' },
    auth: { header: 'authorization', value: 'Bearer {{secret}}' },
    headers: { 'x-version': '1', Authorization: 'Basic abc' },
    jobs: [{ submit: { path: '/keys', query: { api_key: 'abc', id: '{{key}}' } } }],
    storage: { from: 'STORAGE', default: 'https://a:b@storage.example' },
  };
  expect(withoutSecrets('my-engine', engine)).toEqual({
    ...engine,
    url: { from: 'MY_ENGINE_URL' },
    headers: { 'x-version': '1', Authorization: { from: 'MY_ENGINE_HEADERS_AUTHORIZATION' } },
    jobs: [
      {
        submit: {
          path: '/keys',
          query: { api_key: { from: 'MY_ENGINE_JOBS_0_SUBMIT_QUERY_API_KEY' }, id: '{{key}}' },
        },
      },
    ],
    storage: { from: 'STORAGE' },
  });
  const withValue = withoutSecrets('my-engine', { auth: { header: 'x-key', value: 'abc' } });
  expect(withValue).toEqual({ auth: { header: 'x-key', value: { from: 'MY_ENGINE_AUTH_VALUE' } } });
});
