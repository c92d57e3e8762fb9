/** The trials refer to files, classes, statements and texts of the service: checks that all of them exist. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = process.cwd();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const filesBelow = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

interface Guard {
  name: string;
  edits: { file: string; find: string | RegExp }[];
}

/** Imports a module of the trials, which are plain JavaScript, with a type. */
async function load<Exports>(path: string): Promise<Exports> {
  return (await import(`../../prove/${path}`)) as Exports;
}

it('finds the code of every guard that Q1 removes exactly once', async () => {
  const { GUARDS } = await load<{ GUARDS: Guard[] }>('guards/guards.mjs');
  const { countOf } = await load<{ countOf(text: string, find: string | RegExp): number }>(
    'guards/patched-copy.mjs',
  );
  expect(GUARDS.length).toBeGreaterThan(60);
  const misfits = GUARDS.flatMap(({ name, edits }) =>
    edits.flatMap(({ file, find }) => {
      const path = join('dist', file);
      const found = existsSync(join(root, path)) ? countOf(read(path), find) : `no file ${path}`;
      return found === 1 ? [] : [{ name, found, find: String(find) }];
    }),
  );
  expect(misfits).toEqual([]);
});

it('finds the code of every planted defect exactly once', async () => {
  interface Defect {
    name: string;
    file: string;
    change: [string, string];
    tests: string[];
  }
  const { DEFECTS } = await load<{ DEFECTS: Defect[] }>('planted/defects.mjs');
  const { READ_DEFECTS } = await load<{ READ_DEFECTS: Defect[] }>('planted/read-defects.mjs');
  const defects = [...DEFECTS, ...READ_DEFECTS];
  expect(defects.length).toBeGreaterThan(50);
  const misfits = defects.filter(
    ({ file, change: [before], tests }) =>
      !tests.every((test) => existsSync(join(root, test))) || read(file).split(before).length !== 2,
  );
  expect(misfits.map(({ name }) => name)).toEqual([]);
});

it('finds the files and classes of the build that the trials load by name', async () => {
  const loaded = filesBelow('prove', '.mjs').flatMap((path) => {
    const text = read(path);
    const constants = new Map(
      [...text.matchAll(/^const ([A-Z]+) = '([^']+\.js)';$/gm)].map(([, name, file]) => [name!, file!]),
    );
    const calls = text.matchAll(/\b(?:load|part)\(\s*(?:'([^']+\.js)'|([A-Z]+))(?:,\s*'(\w+)')?\s*\)/g);
    return [...calls].map(([, file, constant, name]) => ({
      path,
      file: file ?? constants.get(constant!) ?? `no file: ${constant}`,
      name,
    }));
  });
  expect(loaded.length).toBeGreaterThan(15);
  const files = [...new Set(loaded.map(({ file }) => file))].filter((file) =>
    existsSync(join(root, 'dist', file)),
  );
  const program = `const exported = {};
    for (const file of ${JSON.stringify(files)}) exported[file] = Object.keys(await import(\`${root}/dist/\${file}\`));
    process.stdout.write(JSON.stringify(exported), () => process.exit());`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  const exported = JSON.parse(stdout) as Record<string, string[]>;
  const missing = loaded.filter(
    ({ file, name }) => !(file in exported) || (name !== undefined && !exported[file]!.includes(name)),
  );
  expect(missing).toEqual([]);
});

it('links every trial against the build', async () => {
  const { stdout } = await run(process.execPath, ['prove/run.mjs', '--list'], { cwd: root });
  const listed = stdout.split('\n').filter((line) => /^[A-Z]\d /.test(line));
  expect(listed).toHaveLength(filesBelow('prove/trials', '.mjs').length);
});

it('mutates existing files', async () => {
  const { AREAS } = await load<{ AREAS: Record<string, string[]> }>('mutation/areas.mjs');
  const files = Object.values(AREAS).flat();
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
