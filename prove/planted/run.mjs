// `node prove/planted/run.mjs [part of a name]`: plants each listed defect in a copy of the checkout and runs its tests. They
// must pass without the defect and fail with it. The last line is `N passed, N failed`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { buildFirst, root } from '../../scripts/build-first.mjs';
import { DEFECTS } from './defects.mjs';
import { READ_DEFECTS } from './read-defects.mjs';

const NOT_COPIED = new Set(['.git', 'reports', 'data', '.wireit']);

const wanted = process.argv[2] ?? '';
const defects = [...DEFECTS, ...READ_DEFECTS].filter(({ name }) => name.includes(wanted));
// The copy contains the build.
if (!buildFirst()) process.exit(1);
mkdirSync(join(root, 'reports'), { recursive: true });
// Must be on the file system of node_modules: its files are hard-linked.
const directory = mkdtempSync(join(root, 'reports/planted-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
let running;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    running?.kill();
    if (running) await once(running, 'exit');
    process.exit(1);
  });
const copy = join(directory, 'checkout');
copyCheckout();

let passed = 0;
let failed = 0;
const countsWithout = new Map();
for (const { name, file, change, tests } of defects) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  const problem = await problemOf(text, change, tests, path);
  if (problem) failed += 1;
  else passed += 1;
  console.log(problem ? `✗ ${name}: ${problem}` : `✓ ${name}: found by ${tests.join(', ')}`);
}
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

async function problemOf(text, [before, after], tests, path) {
  if (text.split(before).length !== 2)
    return `its text does not occur exactly once in ${relative(copy, path)}`;
  const key = tests.join(' ');
  if (!countsWithout.has(key)) countsWithout.set(key, await counts(tests));
  const without = countsWithout.get(key);
  if (without.failed > 0 || without.passed === 0) return 'its tests also fail without it';
  try {
    writeFileSync(
      path,
      text.replace(before, () => after),
    );
    if (!(await build(tests))) return 'it does not compile';
    const planted = await counts(tests);
    // A test file that does not compile fails as a whole and would detect any defect.
    if (planted.passed + planted.failed < without.passed) return 'its tests cannot be run';
    return planted.failed > 0 ? null : 'no test fails';
  } finally {
    writeFileSync(path, text);
    await build(tests);
  }
}

/** Builds the copy for tests that start the built service; other tests only read the sources. @returns whether the build succeeded */
async function build(tests) {
  if (!tests.some((test) => readFileSync(join(copy, test), 'utf8').includes('spawnService('))) return true;
  return (await run('npm', ['run', '--silent', 'build:bundle'])) === 0;
}

/** Runs a program in the copy. @returns its exit code */
async function run(program, args) {
  running = spawn(program, args, { cwd: copy, stdio: 'ignore' });
  const [code] = await once(running, 'exit');
  running = undefined;
  return code;
}

/** Runs tests in the copy. @returns {{ passed: number, failed: number }} by Jest's own count */
async function counts(tests) {
  const output = join(directory, 'results.json');
  rmSync(output, { force: true });
  const jest = join(copy, 'node_modules/jest/bin/jest.js');
  await run(process.execPath, [jest, '--json', '--outputFile', output, '--runTestsByPath', ...tests]);
  if (!existsSync(output)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(output, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests };
}

/** Copies the checkout. Links of packages stay within the copy, so that their names resolve to its own sources. */
function copyCheckout() {
  mkdirSync(copy);
  for (const name of readdirSync(root)) {
    if (name === 'node_modules' || NOT_COPIED.has(name)) continue;
    cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
  }
  // Hard links: a copy of 800 MB would take a minute.
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(copy, 'node_modules')]);
}
