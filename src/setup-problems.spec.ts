import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from './platform/config/index.js';
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

it.each([
  ['192.0.2.1', '192.0.2.1 is not an address of this machine. Set HOST to one that is.'],
  ['nowhere.invalid', 'There is no machine named nowhere.invalid. Set HOST to an address of this one.'],
])('a service says that it cannot listen at %s before it opens anything', async (HOST, sentence) => {
  const checked = (serves: boolean) =>
    loadChecked({ HOST, DATA_DIR: folder }, () => undefined, { serves }).then(
      () => [],
      ({ problems }: ConfigError) => problems,
    );
  expect(await checked(true)).toEqual([sentence]);
  expect(await checked(false)).toEqual([]);
});
