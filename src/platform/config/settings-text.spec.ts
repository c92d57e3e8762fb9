import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { envExample, listSettings, loadConfig, settingsTable, withSettingsTable } from './index.js';

const root = process.cwd();
const read = (name: string) => readFileSync(join(root, name), 'utf8');

describe('the generated texts of the settings', () => {
  it('are what .env.example holds: run `npm run generate -- env-example` after a change', () => {
    expect(read('.env.example').startsWith(envExample(listSettings()))).toBe(true);
  });

  it('are what docs/settings.md shows: run `npm run generate -- env-example` after a change', () => {
    const document = read('docs/settings.md');
    expect(withSettingsTable(document, listSettings())).toBe(document);
    expect(document).toContain(settingsTable(listSettings()));
  });

  it('change nothing when .env.example is copied as it is, commented out or not', () => {
    const lines = envExample(listSettings()).split('\n');
    const given = lines
      .map((line) => /^# ([A-Z_]+)=(.*)$/.exec(line))
      .filter((match) => match !== null)
      .map(([, name, value]) => [name, value] as const);
    expect(given.map(([name]) => name)).toEqual(listSettings().map(({ name }) => name));
    const settings = (variables: Record<string, string | undefined>) => ({
      ...loadConfig(variables),
      read: null, // of the variables as they were given
    });
    expect(settings(Object.fromEntries(given))).toEqual(settings({}));
  });

  it('keep secrets empty', () => {
    for (const { name, default: fallback } of listSettings())
      if (/SECRET|PASSWORD|TOKEN|DATABASE_URL|_KEY$/.test(name)) expect([name, fallback]).toEqual([name, '']);
  });

  it('refuse a document without the markers', () => {
    expect(() => withSettingsTable('nothing here', listSettings())).toThrow('settings:start');
  });
});
