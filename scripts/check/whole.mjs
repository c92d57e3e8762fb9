// `npm run check`: every lane of lanes.mjs, whole, in about five hours. A lane that has passed at this commit is not run again, so a
// run that failed or was interrupted goes on where it ended. `-- --publish` writes what has passed at the last commit to docs/check.md.
// Last line: `N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../build-first.mjs';
import { answerHelp } from '../help.mjs';
import { interruption } from './interruption.mjs';
import { LANES } from './lanes.mjs';
import { runLanes } from './run-lanes.mjs';
import { withResult } from './tables.mjs';

answerHelp(`usage: npm run check [-- <lane> … | --publish]   Runs every lane whole, or those that are named.
  A lane that has passed at this commit is not run again.
  --publish   writes what has passed at the last commit to docs/check.md`);

const STATES = join(root, 'reports/check');
const PAGE = 'docs/check.md';
const lanes = LANES.filter(({ whole }) => whole).map(({ whole, ...lane }) => ({ ...lane, ...whole }));

const args = process.argv.slice(2);
if (args[0] === '--publish') publish();
else await check(args);

async function check(names) {
  const unknown = names.find((name) => !lanes.some((lane) => lane.name === name));
  if (unknown)
    return refuse(`There is no lane ${unknown}; there are ${lanes.map(({ name }) => name).join(', ')}.`);
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', `:!${PAGE}`);
  if (changed) return refuse(`The result is that of a commit, and these files are changed:\n${changed}`);
  delete process.env.CI;
  const state = stateOf(git('rev-parse', 'HEAD'));
  const wanted = lanes.filter(({ name }) => names.length === 0 || names.includes(name));
  const left = wanted.filter(({ name }) => !state.lanes[name]);
  for (const { name } of wanted.filter((lane) => !left.includes(lane)))
    console.log(`✓ ${name} has passed at this commit before`);
  const { failed } = await runLanes(left, {
    logs: join(STATES, 'logs'),
    cwd: root,
    signal: interruption(),
    onPassed({ name, seconds, passed, isUnsteady }) {
      const at = new Date().toISOString();
      state.lanes[name] = { seconds: Math.round(seconds), passed, failed: 0, isUnsteady, at };
      save(state);
    },
  });
  process.exitCode = failed === 0 ? 0 : 1;
  const passed = wanted.reduce((sum, { name }) => sum + (state.lanes[name]?.passed ?? 0), 0);
  console.log(`${passed} passed, ${failed} failed`);
}

/** Reads the state of a commit, or begins one. */
function stateOf(commit) {
  try {
    return JSON.parse(readFileSync(fileOf(commit), 'utf8'));
  } catch {
    const machine = {
      cores: availableParallelism(),
      processor: cpus()[0]?.model ?? 'unknown',
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    };
    return { commit, machine, lanes: {} };
  }
}

function save(state) {
  mkdirSync(STATES, { recursive: true });
  const draft = `${fileOf(state.commit)}.draft`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(draft, fileOf(state.commit));
}

function publish() {
  const newest = states().at(-1);
  if (!newest) return refuse('There is no result: run `npm run check` first.');
  const state = JSON.parse(readFileSync(newest, 'utf8'));
  const path = join(root, PAGE);
  writeFileSync(path, withResult(readFileSync(path, 'utf8'), state, lanes));
  const passed = Object.keys(state.lanes);
  console.log(`wrote ${PAGE}: ${passed.join(', ')} at ${state.commit.slice(0, 9)}`);
}

/** Returns the files of all states, the newest last. */
function states() {
  mkdirSync(STATES, { recursive: true });
  return readdirSync(STATES)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(STATES, name))
    .sort((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs);
}

function fileOf(commit) {
  return join(STATES, `${commit}.json`);
}

function git(...gitArgs) {
  return execFileSync('git', gitArgs, { cwd: root, encoding: 'utf8' }).trim();
}

function refuse(message) {
  console.error(message);
  process.exitCode = 1;
}
