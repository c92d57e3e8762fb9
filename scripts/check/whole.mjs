// `npm run check`: every lane of lanes.mjs, whole, in about five hours. A lane that has passed at this commit, here or in `.ci/run`,
// is not run again, so a run that failed or was interrupted goes on where it ended. `-- --publish` writes what has passed at the last
// commit to docs/check.md. Last line: `N passed, N failed`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build-first.mjs';
import { answerHelp } from '../help.mjs';
import { interruption } from './interruption.mjs';
import { LANES } from './lanes.mjs';
import { changedFiles, PAGE, PassedLanes, STATES } from './passed-lanes.mjs';
import { runLanes } from './run-lanes.mjs';
import { withResult } from './tables.mjs';

answerHelp(`usage: npm run check [-- <lane> … | --publish]   Runs every lane whole, or those that are named.
  A lane that has passed at this commit is not run again.
  --publish   writes what has passed at the last commit to docs/check.md`);

const lanes = LANES.filter(({ whole }) => whole).map(({ whole, ...lane }) => ({ ...lane, ...whole }));

const args = process.argv.slice(2);
if (args[0] === '--publish') publish();
else await check(args);

async function check(names) {
  const unknown = names.find((name) => !lanes.some((lane) => lane.name === name));
  if (unknown)
    return refuse(`There is no lane ${unknown}; there are ${lanes.map(({ name }) => name).join(', ')}.`);
  const changed = changedFiles();
  if (changed) return refuse(`The result is that of a commit, and these files are changed:\n${changed}`);
  delete process.env.CI;
  const state = PassedLanes.atHead();
  const wanted = lanes.filter(({ name }) => names.length === 0 || names.includes(name));
  const left = wanted.filter(({ name }) => !state.of(name));
  for (const { name } of wanted.filter((lane) => !left.includes(lane)))
    console.log(`✓ ${name} has passed at this commit before`);
  const { failed } = await runLanes(left, {
    logs: join(STATES, 'logs'),
    cwd: root,
    signal: interruption(),
    onPassed: (result) => state.add(result),
  });
  process.exitCode = failed === 0 ? 0 : 1;
  const passed = wanted.reduce((sum, { name }) => sum + (state.of(name)?.passed ?? 0), 0);
  console.log(`${passed} passed, ${failed} failed`);
}

function publish() {
  const last = PassedLanes.last();
  if (!last) return refuse('There is no result: run `npm run check` first.');
  const { state } = last;
  const path = join(root, PAGE);
  writeFileSync(path, withResult(readFileSync(path, 'utf8'), state, lanes));
  const passed = Object.keys(state.lanes);
  console.log(`wrote ${PAGE}: ${passed.join(', ')} at ${state.commit.slice(0, 9)}`);
}

function refuse(message) {
  console.error(message);
  process.exitCode = 1;
}
