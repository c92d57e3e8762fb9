// `npm run generate -- <what>`: writes the files that are made of other files: `all` of them, or those that are named. Other
// arguments go to the generator, such as `--check`.
import { spawnSync } from 'node:child_process';
import { root } from './build-first.mjs';
import { answerHelp } from './help.mjs';

const GENERATORS = {
  'env-example': {
    writes: '.env.example, and the tables of settings and plans in docs/',
    commands: ['scripts/env-example.mjs'],
  },
  openapi: {
    writes: 'openapi.json, and the tables of docs/roles.md',
    commands: ['scripts/openapi.mjs'],
    // The types of the clients and of the dashboard are made of openapi.json.
    then: 'build:types',
  },
  'api-report': {
    writes: 'docs/api-report.md, the public API',
    script: 'build:declarations',
    commands: ['scripts/api-report.mjs'],
  },
  rounds: { writes: 'the table of rounds in docs/operating.md', commands: ['scripts/rounds.mjs'] },
  statements: {
    writes: 'src/platform/database/schema/statements.sql, all statements by name',
    commands: ['scripts/statements.mjs'],
  },
  'python-client': {
    writes:
      'of clients/python, the blocking client from the one for asyncio, and the bodies from openapi.json',
    commands: ['scripts/python-client.mjs'],
  },
  'client-behaviour': {
    writes: 'the tables of clients/behaviour.json in the guides and the readmes of the clients',
    commands: ['scripts/client-behaviour.mjs'],
  },
  lanes: { writes: 'the table of lanes in CONTRIBUTING.md', commands: ['scripts/check/lanes-table.mjs'] },
};
const lines = Object.entries(GENERATORS).map(([name, { writes }]) => `  ${name.padEnd(17)} ${writes}`);
const USAGE = ['usage: npm run generate -- <what> …|all', ...lines].join('\n');
const args = process.argv.slice(2);
const named = args.filter((argument) => !argument.startsWith('-'));
// A generator with an answer of its own has more options.
if (named.length === 0) answerHelp(USAGE);

const unknown = named.filter((name) => name !== 'all' && !(name in GENERATORS));
if (named.length === 0 || unknown.length > 0) {
  console.error(USAGE);
  process.exit(1);
}
const options = args.filter((argument) => argument.startsWith('-'));
for (const name of named.includes('all') ? Object.keys(GENERATORS) : named) {
  const { script, commands, then } = GENERATORS[name];
  if (script) run('npm', ['run', '--silent', script]);
  for (const file of commands) run(process.execPath, [file, ...options]);
  if (then) run('npm', ['run', '--silent', then]);
}

function run(program, programArgs) {
  const { status } = spawnSync(program, programArgs, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
