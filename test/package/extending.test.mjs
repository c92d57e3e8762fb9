// docs/extending.md: every code block is compiled and run. A block of TypeScript, JavaScript or YAML is a part of a file of
// examples/, which the commands of the page compile and run, or a plugin of its own, which is compiled and loaded here. Every
// block of commands is run, in the order of the page, in one directory that is empty at first.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { root } from '../../scripts/build-first.mjs';
import { compilerOf, COMPILERS, STRICT } from './support/compilers.mjs';
import { app, scratch, tarballs } from './support/installation.mjs';
import { isPartOf, readBlocks } from './support/markdown.mjs';
import { endAll, run, start } from './support/program.mjs';

after(endAll);

const blocks = readBlocks(readFileSync(join(root, 'docs/extending.md'), 'utf8'));
const commands = blocks.filter(({ language }) => language === 'sh');
const code = blocks.filter(({ language }) => language !== 'sh');

// Without what a build or an installation in the checkout has left there.
const examples = join(scratch, 'examples');
const LEFT = new Set(['node_modules', 'dist', 'data', '.env', 'package-lock.json']);
cpSync(join(root, 'examples'), examples, {
  recursive: true,
  filter: (path) => !LEFT.has(path.split('/').at(-1)),
});
const files = readdirSync(examples, { recursive: true })
  .map((name) => join(examples, name))
  .filter((path) => statSync(path).isFile())
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const EXTENSIONS = { ts: '.ts', js: '.mjs', yaml: '.yaml' };
const sourceOf = ({ language, text }) =>
  files.find((file) => file.path.endsWith(EXTENSIONS[language]) && isPartOf(text, file.text))?.path;
/** A module that imports what it uses and has a plugin as its default export. */
const isPlugin = ({ language, text }) =>
  language === 'ts' && /^import .* from 'offprint';$/m.test(text) && /^export default \{/m.test(text);
const plugins = code.filter((block) => !sourceOf(block) && isPlugin(block));

describe('docs/extending.md', () => {
  it('has blocks of every kind, each with its language', () => {
    const languages = new Set(blocks.map(({ language }) => language));
    assert.deepEqual([...languages].toSorted(), ['js', 'sh', 'ts', 'yaml']);
  });

  for (const block of code)
    it(`line ${block.line}: is a part of a file of examples/, or a whole plugin`, () => {
      assert.ok(sourceOf(block) || plugins.includes(block), `is in no file:\n${block.text}`);
    });

  it('has an example that requires this version, and the copies of other packages that it uses', () => {
    const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { version, dependencies } = manifestOf(root);
    const required = manifestOf(join(examples, 'acme')).dependencies;
    for (const [name, range] of Object.entries(required))
      assert.equal(range, { ...dependencies, offprint: version }[name], name);
  });

  it('calls a listener shorter than 100 lines that is', () => {
    const { text } = files.find(({ path }) => path.endsWith('signed-webhooks.listener.ts'));
    assert.ok(text.split('\n').length <= 100);
  });

  it('has plugins that compile, and that the service loads', { skip: plugins.length === 0 }, async () => {
    const folder = join(app, 'plugins-of-the-page');
    mkdirSync(folder);
    plugins.forEach(({ text }, index) => writeFileSync(join(folder, `plugin-${index}.ts`), text));
    // `process.env.NAME`, as the rest of the world writes it.
    const compilerOptions = { ...STRICT, noPropertyAccessFromIndexSignature: false, outDir: 'dist' };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const { code, stdout } = await run('node', [compilerOf(COMPILERS.at(-1)), '-p', folder]);
    assert.equal(code, 0, stdout);
    const PLUGINS = plugins.map((_, index) => join(folder, `dist/plugin-${index}.js`)).join(',');
    const service = await start('npx', ['offprint'], { env: { PLUGINS, DATA_DIR: './data-plugins' } });
    await service.stop();
  });
});

describe('the commands of docs/extending.md', () => {
  /** The reader's directory, and where its shell is. */
  let cwd = join(scratch, 'reader');
  mkdirSync(cwd);
  const env = { PACKED: tarballs, EXAMPLES: examples };
  /** What the service offers after the block that starts it, by a part of the block. */
  const OFFERED = {
    'PLUGINS=./gradient-engine.mjs': 'gradient',
    'npm start': 'acme-poster',
    'PLUGINS=./dist/src/index.js': 'acme-poster',
    'PLUGINS=@acme/studio': 'acme-poster',
    EASEL_URL: 'easel-paint',
  };
  const isStart = (line) => /npx offprint$|^npm start$/.test(line);

  for (const { text, line } of commands) {
    const lines = text.trimEnd().split('\n');
    const last = isStart(lines.at(-1)) ? lines.pop() : undefined;

    it(`line ${line}: ${text.split('\n', 1)[0]}${last ? ' … starts the service' : ''}`, async () => {
      if (lines.length > 0) await runLines(lines);
      if (!last) return;
      const [, modelKey] = Object.entries(OFFERED).find(([part]) => last.includes(part));
      const service = await start('sh', ['-c', last], { cwd, env });
      const { status } = await fetch(`${service.url}/api/models/${modelKey}`);
      assert.equal(status, 200);
      await service.stop();
    });
  }

  /** Runs lines as a shell would that stops at the first failure, and stays in its directory. */
  async function runLines(lines) {
    const { code, stdout, stderr } = await run('sh', ['-ec', `${lines.join('\n')}\npwd`], { cwd, env });
    assert.equal(code, 0, stdout + stderr);
    cwd = stdout.trimEnd().split('\n').at(-1);
  }
});
