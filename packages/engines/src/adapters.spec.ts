import { type Adapter, ADAPTERS, addAdapters } from './adapters.js';
import { configuredEngines } from './configured-engines.js';
import type { EngineSettings } from './engine-settings.js';
import { type Outcome, Provider } from './provider.js';

class Easel extends Provider {
  readonly name: string;
  readonly resubmission = 'none';
  constructor(readonly settings: EngineSettings) {
    super();
    this.name = settings.name;
  }
  offers(): boolean {
    return true;
  }
  submit(): Promise<Outcome> {
    return Promise.resolve({ kind: 'done', files: [] });
  }
}

it('creates the engines of an added adapter, with what their files say', async () => {
  const readFile = () => 'a text';
  const definition = {
    adapter: 'easel',
    url: 'http://easel.example/',
    secret: { from: 'KEY' },
    size: 'large',
  };
  const [engine] = await configuredEngines(
    [{ name: 'studio', adapter: 'easel', definition, directory: '/catalogue' }],
    () => 'k',
    { adapters: addAdapters({ easel: Easel }), readFile },
  );
  expect(engine).toBeInstanceOf(Easel);
  expect((engine as Easel).settings).toEqual({
    name: 'studio',
    url: 'http://easel.example',
    secret: 'k',
    options: { size: 'large', catalogueDirectory: '/catalogue' },
    readFile,
  });
});

it('keeps the adapters of the package', () => {
  expect(Object.keys(addAdapters({ easel: Easel }))).toEqual([...Object.keys(ADAPTERS), 'easel']);
  expect(Object.keys(ADAPTERS)).not.toContain('easel');
});

it.each<[string, unknown, string]>([
  ['sdapi', Easel, 'The adapter "sdapi" cannot be added: the service has one of that name.'],
  [
    'An Easel',
    Easel,
    'The adapter "An Easel" cannot be added: its name must be of lower-case letters, digits and hyphens.',
  ],
  ['easel', { offers: true }, 'The adapter "easel" cannot be added: it is not a class.'],
  ['easel', null, 'The adapter "easel" cannot be added: it is not a class.'],
  ['easel', () => null, 'The adapter "easel" cannot be added: its class has no method offers, submit.'],
  ['easel', class {}, 'The adapter "easel" cannot be added: its class has no method offers, submit.'],
])('rejects %s with %p', (name, adapter, sentence) => {
  expect(() => addAdapters({ [name]: adapter as Adapter })).toThrow(sentence);
});
