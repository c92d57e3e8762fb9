// `npm test`: build, then everything that reads the sources (two at a time: a small machine has two cores), then the
// tests. The first step that fails ends the run and is named. The runner's counts are the last lines of the output.
// With arguments (`npm test -- keys`) only the build and the tests run, and the arguments go to Jest. The projects `processes`
// and `long` are lanes of their own (`--project`): only a path or a name selects them.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerHelp } from './help.mjs';
import { usePostgres } from './postgres-programs.mjs';

answerHelp(
  `usage: npm test [-- <path> <arguments of Jest>]   Builds and checks everything, or runs only the tests of a path.
  --project long  only this project of Jest: processes and long are not part of \`npm test\`
  --postgres 15   on Debian's PostgreSQL 15 (postgresql-15) instead of the embedded one; alone: every test, no checks`,
);

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const PARALLEL = 2;
/** Projects of Jest that run as lanes of their own. */
const LANES = ['processes', 'long'];

const CHECKS = [
  { name: 'lint', program: 'eslint/bin/eslint.js', args: ['.', '--max-warnings', '0'] },
  { name: 'format', program: 'prettier/bin/prettier.cjs', args: ['--check', '.', '--log-level', 'warn'] },
  { name: 'typecheck', program: 'typescript/bin/tsc', args: ['--noEmit'] },
  { name: 'typecheck of the dashboard', program: 'typescript/bin/tsc', args: ['-p', 'dashboard'] },
  { name: 'types of the API', program: '../dashboard/scripts/api-types.mjs', args: ['--check'] },
  { name: 'types of the client', program: '../scripts/client-models.mjs', args: ['--check'] },
  {
    name: 'dependency rules',
    program: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['src', 'packages', '--config', '.dependency-cruiser.cjs'],
  },
];

const running = new Set();

/** Its output is kept until it is done when `quiet`: of two steps at once, each is shown whole. */
function run({ name, program = process.execPath, args, quiet = true, env = {} }) {
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

function end(code) {
  for (const child of running) child.kill('SIGTERM');
  process.exit(code);
}

function conclude({ name, output, seconds, failed, signal }) {
  console.log(`${failed ? '✗' : '✓'} ${name} (${seconds} s)`);
  if (output.trim() !== '') console.log(output.trimEnd());
  if (!failed) return;
  console.error(`npm test: ${name} failed${signal ? ` (${signal})` : ''}`);
  end(1);
}

async function check(steps) {
  const left = [...steps];
  const lane = async () => {
    for (let step = left.shift(); step; step = left.shift()) {
      conclude(await run({ name: step.name, args: [join('node_modules', step.program), ...step.args] }));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
}

/** Removes an option and its value from the arguments. @returns the value; undefined without the option */
function take(option) {
  const at = extra.indexOf(option);
  return at < 0 ? undefined : (extra.splice(at, 2)[1] ?? '');
}

async function test(args) {
  const options = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`;
  const { failed } = await run({
    name: 'tests',
    args: ['node_modules/jest/bin/jest.js', ...args],
    env: { NODE_OPTIONS: options.trim() },
    quiet: false,
  });
  // Prints nothing after it: the runner's counts are the last output.
  end(failed ? 1 : 0);
}

// A terminal sends the signal to the whole group: the runner stops by itself and reports it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(1));

const extra = process.argv.slice(2);
const isAll = extra.length === 0;
usePostgres(take('--postgres'));
const project = take('--project');
if (project !== undefined) extra.push('--selectProjects', project);
else if (extra.every((argument) => argument.startsWith('-') && !/^--(select|ignore)Projects/.test(argument)))
  extra.push('--ignoreProjects', ...LANES);
conclude(await run({ name: 'build', program: 'npm', args: ['run', '--silent', 'build'] }));
if (isAll) await check(CHECKS);
await test(extra);
