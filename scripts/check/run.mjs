// `npm run lane -- <name> [arguments]` runs one lane of lanes.mjs, with its output as it comes. `--ci` runs all of CI, as
// `.ci/run` does. Last line: `N passed, N failed`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, setBuilt } from '../build-first.mjs';
import { interruption } from './interruption.mjs';
import { LANES } from './lanes.mjs';
import { changedFiles, PassedLanes } from './passed-lanes.mjs';
import { runLanes } from './run-lanes.mjs';

const [name, ...args] = process.argv.slice(2);
if (name === '--ci') await runCi();
else {
  const lane = LANES.find((one) => one.name === name);
  if (lane) runAlone(lane);
  else printUsage();
}

async function runCi() {
  const lanes = LANES.filter(({ ci }) => ci).map(({ ci, ...lane }) => ({ ...lane, ...ci }));
  const signal = interruption();
  // A result is that of a commit.
  const whole = changedFiles() === '' ? PassedLanes.atHead() : null;
  const { passed, failed } = await runLanes(lanes, {
    logs: join(root, 'reports/lanes'),
    cwd: root,
    signal,
    onPassed(result) {
      // The first lane builds.
      setBuilt();
      if (isWhole(LANES.find(({ name: one }) => one === result.name))) whole?.add(result);
    },
  });
  process.exitCode = failed === 0 ? 0 : 1;
  console.log(`${passed} passed, ${failed} failed`);
}

/** Whether CI runs all of a lane: `npm run check` need not run it again. */
function isWhole({ ci, whole }) {
  return JSON.stringify(ci) === JSON.stringify(whole);
}

/** A terminal sends its signals to the lane too. */
function runAlone({ command: [program, ...own], ci }) {
  const given = process.env.CI && args.length === 0 ? (ci?.args ?? []) : args;
  // npm gives what is behind a second `--` to the script.
  const child = spawn(program, [...own, ...given], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}

function printUsage() {
  const isHelp = ['--help', '-h'].includes(name);
  const lines = LANES.map(({ name: one, about }) => `  ${one.padEnd(16)} ${about}`);
  const text = ['usage: npm run lane -- <name> [arguments]   Runs one lane of tests.', ...lines].join('\n');
  if (isHelp) console.log(text);
  else {
    if (name !== undefined) console.error(`There is no lane ${name}.`);
    console.error(text);
    process.exitCode = 1;
  }
}
