import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from './config/index.js';
import { loadChecked } from './setup-problems.js';

const folder = mkdtempSync(join(tmpdir(), 'offprint-setup-'));
afterAll(() => rmSync(folder, { recursive: true }));

const problemsWith = async (variables: Record<string, string>): Promise<readonly string[]> => {
  const error = await loadChecked(variables, () => undefined).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).problems;
};

it('an extension checks its settings beside the catalogue, in the same start as all others', async () => {
  const plugin = join(folder, 'named.mjs');
  writeFileSync(
    plugin,
    `export default { name: 'named', checkSettings(variable, catalogue) {
      const isKnown = catalogue.entries.some(({ modelKey }) => modelKey === variable('NAMED_MODEL'));
      if (!isKnown) throw new Error('no model ' + variable('NAMED_MODEL'));
    } };\n`,
  );
  const wrong = { PLUGINS: plugin, PORT: 'seven' };
  const known = await problemsWith({ ...wrong, NAMED_MODEL: 'embedded-image' });
  expect(known).toEqual([expect.stringContaining('PORT')]);
  const unknown = await problemsWith({ ...wrong, NAMED_MODEL: 'nothing' });
  expect(unknown).toEqual([expect.stringContaining('PORT'), expect.stringContaining('no model nothing')]);
});
