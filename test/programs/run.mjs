// `npm run lane -- programs`: installs each program of table.mjs by itself, runs it unmodified against a service that it starts, and
// judges what came: the files, the words, the charges. `--small` runs those that CI runs, a name those that contain it, a registry all of it. The result is
// kept in reports/programs.json; `--write-documents` makes docs/programs.md of it. Last line: `N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildFirst, root } from '../../scripts/build-first.mjs';
import { answerHelp } from '../../scripts/help.mjs';
import { startService } from '../support/built-service.mjs';
import { ALIASES } from './aliases.mjs';
import { createBench } from './bench.mjs';
import { checkPage, writePage } from './page.mjs';
import { saveResult } from './results.mjs';
import { PROGRAMS } from './table.mjs';

answerHelp(`usage: npm run lane -- programs [--small] [<name or registry> …]   Runs other people's programs against a service.
  --small            those that CI runs
  --write-documents  runs nothing: writes docs/programs.md from the last result`);

const METRICS_TOKEN = 'a token of the tests';

const args = process.argv.slice(2);
if (args.includes('--write-documents')) await writePage();
else process.exitCode = (await runAll()) ? 0 : 1;

/** @returns whether nothing failed */
async function runAll() {
  const names = args.filter((argument) => !argument.startsWith('-')).map((name) => name.toLowerCase());
  const wanted = PROGRAMS.filter(
    ({ name, registry, small }) =>
      (small || !args.includes('--small')) &&
      (names.length === 0 ||
        names.some((part) => name.toLowerCase().includes(part) || registry.toLowerCase() === part)),
  );
  if (wanted.length === 0) throw new Error('No program of the table has such a name.');
  if (!buildFirst({ quiet: true })) return false;
  execFileSync('npm', ['run', '--silent', 'build', '-w', 'packages/mcp'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

  let passed = 0;
  let failed = 0;
  const count = (isGood) => (isGood ? (passed += 1) : (failed += 1));
  const starting = startService(
    {
      PLUGINS: '@offprint/openai-front',
      OPENAI_FRONT_ALIASES: ALIASES,
      SIGNUP_CREDITS: '1000',
      METRICS_TOKEN,
    },
    ['openai-front'],
  );
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(
      signal,
      () => void starting.then((started) => started.stop()).finally(() => process.exit(1)),
    );
  const service = await starting;
  try {
    const bench = await createBench(service, METRICS_TOKEN);
    for (const program of wanted) {
      const result = await bench.run(program);
      if (result.missing) {
        console.log(`- ${program.name} is not run: there is no ${result.missing}`);
        if (process.env.CI) count(false);
        continue;
      }
      saveResult(result);
      count(report(program, result));
    }
    count(verifyLedger(service));
  } finally {
    await service.stop();
  }
  count(isPageTrue());
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0;
}

/** A program whose fault is known has to fail: when it works, its line in the table is wrong. */
function report({ name, open }, { problem, seconds }) {
  const isGood = open ? problem !== null && open.shows.test(problem) : problem === null;
  console.log(`${isGood ? '✓' : '✗'} ${name}${endingOf(open, problem)} (${seconds} s)`);
  if (!isGood && problem) console.log(problem.replace(/^/gm, '    '));
  return isGood;
}

function endingOf(open, problem) {
  if (!open) return '';
  if (problem === null) return ' works: take `open` out of its entry';
  return open.shows.test(problem)
    ? ` does not work, as known: ${open.why}`
    : ' fails in another way than is known';
}

function verifyLedger({ dataDirectory }) {
  const env = { ...process.env, DATA_DIR: dataDirectory };
  const program = [join(root, 'scripts/cli.mjs'), 'ledger', 'verify', '--all'];
  try {
    execFileSync(process.execPath, program, { cwd: root, env, encoding: 'utf8', stdio: 'pipe' });
    console.log('✓ the ledger adds up after all of them');
    return true;
  } catch (error) {
    console.log(`✗ the ledger does not add up\n${error.stdout}${error.stderr}`);
    return false;
  }
}

function isPageTrue() {
  try {
    checkPage();
    console.log('✓ docs/programs.md shows the lines that were run');
    return true;
  } catch (error) {
    console.log(`✗ ${error.message}`);
    return false;
  }
}
