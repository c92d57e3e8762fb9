// `npm test`: the build and everything that reads the sources (two at a time: a small machine has two cores), then the
// tests. The first step that fails ends the run and is named. The runner's counts are the last lines of the output.
// With arguments (`npm test -- keys`) only the build and the tests run, and the arguments go to Jest. The projects of
// LANES are lanes of their own (`--project`): only a path or a name selects them.
import './link-self.mjs'; // The lint finds `offprint` by this link, and runs beside the build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build-first.mjs';
import { changedFiles, hasMain } from './changed-files.mjs';
import { answerHelp } from './help.mjs';
import { usePostgres } from './postgres-programs.mjs';
import { createScratch } from './scratch.mjs';

/** Projects of Jest that run as lanes of their own. */
const LANES = ['processes', 'long', 'procedural-engine', 'embedded-postgres'];

answerHelp(
  `usage: npm test [-- <path> <arguments of Jest>]   Builds and checks everything, or runs only the tests of a path.
  --checks        only the checks of the sources (\`npm run lint\`), or those whose names begin so: npm run lint -- lint
  --changed       lint and format of what differs from main, and the tests that import it
  --project long  only these projects of Jest, with a comma between them; \`npm test\` leaves out ${LANES.join(', ')}
  --postgres 15   on Debian's PostgreSQL 15 (postgresql-15) instead of the embedded one; alone: every test, no checks`,
);

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Jest passes it on to its workers: they collect garbage less often, and take 6 % less processor time. */
const YOUNG_SPACE = '--max-semi-space-size=32';
const BUILD = { name: 'build', program: 'npm', args: ['run', '--silent', 'build'] };
/** The part of the build that writes types. */
const TYPES = { name: 'generated types', program: 'npm', args: ['run', '--silent', 'build:types'] };

const LINT = 'node_modules/oxlint/bin/oxlint';
/** They import packages that a lane of theirs installs or generates: without those, types are unknown. */
const UNTYPED = ['bench/usual', 'test/programs/node'];

const FORMAT = node('format', 'node_modules/oxfmt/bin/oxfmt', '--check');

/** They read nothing that the build writes. */
const CHECKS_OF_TEXT = [
  FORMAT,
  node('table of lanes', 'scripts/check/lanes-table.mjs', '--check'),
  node('blocking Python client', 'scripts/python-client.mjs', '--check'),
  node('tables of what clients do', 'scripts/client-behaviour.mjs', '--check'),
  node('lint of what needs packages of its own', LINT, ...UNTYPED),
];
/** They follow imports, also of generated types, and read nothing else that the build writes. */
const CHECKS_OF_IMPORTS = [
  // The rules that need types compile all that is written in TypeScript: its errors come from the same run.
  node(
    'lint and types',
    LINT,
    '--type-check',
    ...UNTYPED.map((folder) => `--ignore-pattern=${folder}/**`),
    '.',
  ),
  node(
    'dependency rules',
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    ...['src', 'packages', '--config', '.dependency-cruiser.cjs'],
  ),
];
function node(name, ...args) {
  return { name, program: process.execPath, args };
}

/** The lint of changed files, for `--changed`. */
async function lintOfChanged() {
  const sources = ((await changedFiles(root)) ?? ['.']).filter(
    (name) => name === '.' || /\.(ts|tsx|js|mjs|cjs)$/.test(name),
  );
  return sources.length === 0 ? [] : [node('lint', LINT, '--no-error-on-unmatched-pattern', ...sources)];
}

const running = new Set();

/** Its output is kept until it is done when `quiet`: of two steps at once, each is shown whole. */
function run({ name, program, args, quiet = true, env = {} }) {
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  running.add(child);
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(child);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      resolve({ name, output, seconds, failed: code !== 0, signal });
    });
  });
}

let scratch;
let isEnding = false;

/** Ends what runs, removes the temporary files, and then this process. Does not return. */
async function end(code) {
  if (!isEnding) {
    isEnding = true;
    const children = [...running];
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
    await scratch?.remove().catch((error) => console.error(`npm test: ${error.message}`));
    process.exit(code);
  }
  return new Promise(() => {});
}

async function conclude({ name, output, seconds, failed, signal }) {
  // It has failed because the run ends.
  if (isEnding) return end(1);
  console.log(`${failed ? '✗' : '✓'} ${name} (${seconds} s)`);
  if (output.trim() !== '') console.log(output.trimEnd());
  if (!failed) return;
  console.error(`npm test: ${name} failed${signal ? ` (${signal})` : ''}`);
  await end(1);
}

async function inTwoLanes(...steps) {
  const lane = async () => {
    for (let step = steps.shift(); step; step = steps.shift()) await conclude(await run(step));
  };
  await Promise.all([lane(), lane()]);
}

async function buildAndCheck() {
  await inTwoLanes(TYPES, ...CHECKS_OF_TEXT);
  await inTwoLanes(BUILD, ...CHECKS_OF_IMPORTS);
}

/** Runs the checks whose names begin so, one after the other, and ends. */
async function checkNamed(beginning) {
  const all = [...CHECKS_OF_TEXT, ...CHECKS_OF_IMPORTS];
  const named = all.filter(({ name }) => name.startsWith(beginning));
  if (named.length === 0) {
    console.error(`There is no such check; there are ${all.map(({ name }) => name).join(', ')}.`);
    return end(1);
  }
  const isTyped = named.some((check) => CHECKS_OF_IMPORTS.includes(check));
  if (isTyped && !isBuilt()) await conclude(await run(TYPES));
  for (const step of named) await conclude(await run(step));
  return end(0);
}

/** Removes an option and its value from the arguments. @returns the value; undefined without the option */
function take(option) {
  const at = extra.indexOf(option);
  return at < 0 ? undefined : (extra.splice(at, 2)[1] ?? '');
}

async function test(args) {
  const options = `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`;
  const { TMPDIR } = process.env;
  if (!TMPDIR) scratch = await createScratch();
  // Jest's default is a folder of TMPDIR, which would be empty in every run.
  const cache = ['--cacheDirectory', join(root, 'node_modules/.cache/jest')];
  const { failed } = await run({
    ...node('tests', YOUNG_SPACE, 'node_modules/jest/bin/jest.js', ...args, ...(scratch ? cache : [])),
    env: { NODE_OPTIONS: options.trim(), ...(scratch && { TMPDIR: scratch.path }) },
    quiet: false,
  });
  // Prints nothing after it: the runner's counts are the last output.
  await end(failed ? 1 : 0);
}

// A terminal sends the signal to the whole group: the runner stops by itself and reports it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(1));

const extra = process.argv.slice(2);
const isAll = extra.length === 0;
if (extra[0] === '--checks') await checkNamed(extra[1] ?? '');
usePostgres(take('--postgres'));
const at = extra.indexOf('--changed');
const isChanged = at >= 0;
// Jest finds the tests by imports: one that starts the built service runs by its path only.
if (isChanged)
  extra.splice(at, 1, ...((await hasMain(root)) ? ['--changedSince', 'main'] : ['--onlyChanged']));
const project = take('--project');
if (project !== undefined) extra.push('--selectProjects', ...project.split(','));
else if (
  isChanged ||
  extra.every((argument) => argument.startsWith('-') && !/^--(select|ignore)Projects/.test(argument))
)
  extra.push('--ignoreProjects', ...LANES);
if (isAll) await buildAndCheck();
else if (!isBuilt()) await conclude(await run(BUILD));
if (isChanged) for (const step of [...(await lintOfChanged()), FORMAT]) await conclude(await run(step));
await test(extra);
