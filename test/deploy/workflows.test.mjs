// The workflows: read by actionlint, and their steps are commands of this repository.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { buildGoProgram } from '../../scripts/go.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = join(root, '.github/workflows');
/** What a step runs that is not ours. */
const OUTSIDE = [/^npm ci$/, /^cosign sign /, /^docker buildx imagetools create /];

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const workflows = readdirSync(FOLDER).map((file) => [file, load(readFileSync(join(FOLDER, file), 'utf8'))]);
const jobs = workflows.flatMap(([file, workflow]) => Object.values(workflow.jobs).map((job) => [file, job]));
const steps = jobs.flatMap(([file, job]) => (job.steps ?? []).map((step) => [file, step]));

function isOurs(command) {
  const [, script] = /^npm run ([\w:-]+)(?: |$)/.exec(command) ?? [];
  if (script) return script in scripts;
  return existsSync(join(root, command.split(' ')[0])) || OUTSIDE.some((one) => one.test(command));
}

it('actionlint finds nothing', () => {
  const program = buildGoProgram('github.com/rhysd/actionlint/cmd/actionlint', 'v1.7.12', 'go1.25.0');
  const files = workflows.map(([file]) => join(FOLDER, file));
  const { status, stdout, stderr } = spawnSync(program, ['-no-color', ...files], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});

it('every step runs a script of package.json, a file of the repository or a tool that is named here', () => {
  const commands = steps.flatMap(([, { run = '' }]) => run.split('\n')).filter((line) => line.trim());
  assert.ok(commands.length >= 5);
  assert.deepEqual(
    commands.filter((command) => !isOurs(command)),
    [],
  );
});

it('workflows that are called exist', () => {
  const called = jobs.flatMap(([, { uses }]) => uses ?? []);
  assert.ok(called.length >= 2);
  assert.deepEqual(
    called.filter((path) => !existsSync(join(root, path))),
    [],
  );
});

it('nothing is published before the tests have passed, and only a job that publishes gets a token of the platform', () => {
  const { jobs: release } = Object.fromEntries(workflows)['release.yml'];
  for (const [name, { needs, uses }] of Object.entries(release))
    assert.equal(needs, name === 'test' ? undefined : 'test', `${name} ${uses}`);
  const files = workflows.filter(
    ([, { permissions }]) => JSON.stringify(permissions) !== '{"contents":"read"}',
  );
  assert.deepEqual(files, []);
});
