import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enginesExample, enginesTable, engineVariables, readCatalogue } from './index.js';

const catalogue = readCatalogue(join(process.cwd(), 'catalogue'));
const read = (name: string) => readFileSync(join(process.cwd(), name), 'utf8');

it('reads the settings of an engine off its file, each once, and says which it needs', () => {
  const definition = {
    adapter: 'any',
    url: { from: 'ANY_URL', default: 'https://any.example' },
    secret: { from: 'ANY_KEY' },
    auth: { jwt: { issuer: { from: 'ANY_ACCESS_KEY' } } },
    storage: { from: 'ANY_STORAGE', default: 'here' },
    nested: [{ again: { from: 'ANY_URL' } }],
  };
  expect(engineVariables({ name: 'any', adapter: 'any', definition, directory: '/' })).toEqual([
    { name: 'ANY_URL', default: 'https://any.example', required: false, secret: false },
    { name: 'ANY_KEY', default: '', required: true, secret: true },
    { name: 'ANY_ACCESS_KEY', default: '', required: true, secret: true },
    { name: 'ANY_STORAGE', default: 'here', required: false, secret: false },
  ]);
});

it('is what .env.example and docs/engines/README.md hold: run `npm run generate -- env-example` after a change', () => {
  expect(read('.env.example').endsWith(enginesExample(catalogue))).toBe(true);
  expect(read('docs/engines/README.md')).toContain(enginesTable(catalogue));
});

it('never writes a secret down', () => {
  const secrets = catalogue.engines.flatMap(engineVariables).filter(({ secret }) => secret);
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter(({ default: written }) => written !== '')).toEqual([]);
});
