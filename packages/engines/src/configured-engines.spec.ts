import { missingSettings, readSettings } from './configured-engines.js';
import type { EngineDefinition } from './model.js';

const engine = (definition: object): EngineDefinition => ({
  name: 'easel',
  adapter: 'http-job',
  directory: '/catalogue',
  definition: { adapter: 'http-job', ...definition },
});
const from = (settings: Record<string, string>) => (name: string) => settings[name] ?? null;

const HOSTED = engine({
  url: { from: 'EASEL_URL', default: 'https://easel.example' },
  secret: { from: 'EASEL_KEY' },
});
const OWN = engine({ url: { from: 'EASEL_URL' }, secret: { from: 'EASEL_KEY', optional: true } });
const BOTH = engine({ url: { from: 'EASEL_URL' }, secret: { from: 'EASEL_KEY' } });
const TOKEN = engine({
  url: 'https://easel.example',
  secret: { from: 'EASEL_KEY' },
  auth: { jwt: { issuer: { from: 'EASEL_ACCESS_KEY' } } },
});
const FIXED = engine({ url: 'http://127.0.0.1:8188/' });

it.each([
  [HOSTED, {}, ['EASEL_KEY']],
  [HOSTED, { EASEL_KEY: 'k' }, []],
  [OWN, {}, ['EASEL_URL']],
  [OWN, { EASEL_KEY: 'k' }, ['EASEL_URL']],
  [OWN, { EASEL_URL: 'http://10.0.0.1' }, []],
  [BOTH, {}, ['EASEL_URL', 'EASEL_KEY']],
  [BOTH, { EASEL_URL: 'http://10.0.0.1' }, ['EASEL_KEY']],
  [FIXED, {}, []],
  [TOKEN, {}, ['EASEL_KEY', 'EASEL_ACCESS_KEY']],
  [TOKEN, { EASEL_KEY: 'k', EASEL_ACCESS_KEY: '' }, ['EASEL_ACCESS_KEY']],
  [TOKEN, { EASEL_KEY: 'k', EASEL_ACCESS_KEY: 'a' }, []],
] as const)('is configured exactly when nothing is missing (%#)', (definition, settings, missing) => {
  expect(missingSettings(definition, from(settings))).toEqual(missing);
  expect(readSettings(definition, from(settings)) === null).toBe(missing.length > 0);
});

it('passes the adapter its address, its secret and its options, with the values of the settings', () => {
  const definition = engine({
    url: { from: 'EASEL_URL' },
    secret: { from: 'EASEL_KEY' },
    calls: [{ path: '/jobs', size: { from: 'EASEL_SIZE', default: 'large' }, mood: { from: 'EASEL_MOOD' } }],
  });
  const settings = readSettings(definition, from({ EASEL_URL: 'https://easel.example/v1/', EASEL_KEY: 'k' }));
  expect(settings).toEqual({
    name: 'easel',
    url: 'https://easel.example/v1',
    secret: 'k',
    options: { calls: [{ path: '/jobs', size: 'large' }], catalogueDirectory: '/catalogue' },
  });
});

it.each(['ftp://easel.example', 'easel.example', 'file:///etc/passwd'])(
  'refuses the address %s, without repeating it',
  (url) => {
    const read = () => readSettings(OWN, from({ EASEL_URL: url }));
    expect(read).toThrow('the address of the engine easel must be an http or https URL');
    expect(read).not.toThrow(url);
  },
);
