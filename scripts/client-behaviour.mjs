// Writes tables of clients/behaviour.json, which the tests of both clients read, into the guides and the readmes of the clients.
// `--check` writes nothing and fails when one differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build-first.mjs';
import { aligned, between } from './check/tables.mjs';

const TYPESCRIPT_README = 'packages/client/README.md';
const PYTHON_README = 'clients/python/README.md';
const { backoffSeconds, errors, polls, responses, spreadSeconds } = JSON.parse(
  readFileSync(join(root, 'clients/behaviour.json'), 'utf8'),
);

const code = (text) => `\`${text}\``;
/** Returns a value of both clients, or that of each. */
function ofBoth({ typescript, python }, show = String) {
  return show(typescript) === show(python)
    ? show(python)
    : `TypeScript ${show(typescript)}; Python ${show(python)}`;
}

/** Rows that differ in their names alone are one. */
function merged(rows) {
  const byRest = new Map();
  for (const [name, ...rest] of rows)
    byRest.set(rest.join('|'), [...(byRest.get(rest.join('|')) ?? []), name]);
  return [...byRest].map(([rest, names]) => [names.join(', '), ...rest.split('|')]);
}

function responsesTable() {
  const rows = responses.map(({ name, status, sender, repeated, after, error, code: found }) => [
    name,
    repeated ? (after === undefined ? 'yes, after a growing time' : 'yes, after `Retry-After`') : 'no',
    ofBoth(errors[error], code),
    status === undefined || sender === 'other' || status === 429 ? code(found) : "the response's",
  ]);
  return aligned([['Response', 'Repeated', 'Error in the end', '`code`'], ...merged(rows)]);
}

function pollsTable() {
  const list = (numbers) => numbers.map((number) => Math.round(number * 100) / 100).join(', ');
  const rows = polls.map(({ name, onProgress, retryAfterMs = 'none', waits, pauses }) => [
    onProgress ? 'yes' : 'no',
    name,
    String(retryAfterMs),
    list(waits),
    Array.isArray(pauses) ? list(pauses) : ofBoth(pauses, list),
  ]);
  const head = [
    'Progress',
    'The poll is',
    '`retryAfterMs`',
    '`wait` of each poll, s',
    'Pauses between them, s',
  ];
  return aligned([head, ...rows]);
}

function errorsTable(client) {
  const shown = ([error, { meaning, ...names }]) => {
    const rejections = responses.filter((row) => row.error === error && row.status >= 400);
    const statuses = [...new Set(rejections.map(({ status }) => status))].sort();
    return [code(names[client]), statuses.join(', '), client === 'python' ? snakeCase(meaning) : meaning];
  };
  const rows = Object.entries(errors).filter(([, names]) => names[client] !== undefined);
  return aligned([['Class', 'Status', 'Meaning'], ...rows.map(shown)]);
}

const snakeCase = (text) => text.replace('retrySeconds', 'retry_seconds');

function backoffText() {
  const [[least, first]] = backoffSeconds;
  const [, longest] = backoffSeconds.at(-1);
  return (
    `A growing time is ${least} to ${first} s at random, twice as much with each attempt, and at most ${longest} s. ` +
    `To \`Retry-After\` up to ${spreadSeconds} s are added.`
  );
}

const TABLES = [
  ['docs/guides/retries.md', 'responses', `${responsesTable()}\n\n${backoffText()}`],
  ['docs/guides/waiting.md', 'polls', pollsTable()],
  [TYPESCRIPT_README, 'errors', errorsTable('typescript')],
  [PYTHON_README, 'errors', errorsTable('python')],
];
for (const [name, mark, table] of TABLES) {
  const path = join(root, name);
  const document = readFileSync(path, 'utf8');
  const text = between(document, mark, table);
  if (text === document) continue;
  if (process.argv.includes('--check')) {
    console.error(`The table in ${name} is not up to date: run \`npm run generate -- client-behaviour\`.`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
    console.log(`wrote the table in ${name}`);
  }
}
