// `npm run lane -- generated`: clients that usual generators make of openapi.json are compiled, and a program with each of them calls a
// service that it starts. What is generated and compiled stays in node_modules/.cache. Last line: `N passed, N failed`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFirst, root } from '../../scripts/build-first.mjs';
import { findOrInstallGo } from '../../scripts/go.mjs';
import { answerHelp } from '../../scripts/help.mjs';
import { commandsOf, readPage } from '../support/blocks.mjs';
import { startService } from '../support/built-service.mjs';
import { runProgram } from '../support/run-program.mjs';
import { commandLinesOf, LANGUAGES } from './languages.mjs';

answerHelp(
  'usage: npm run lane -- generated [<language>]   Generates, compiles and runs clients in other languages.',
);

const HERE = fileURLToPath(new URL('./', import.meta.url));
const CACHE = join(root, 'node_modules/.cache/offprint-tests/generated');
const PAGE = 'clients/README.md';
/** Of each command: the first time, tools and libraries are downloaded and compiled. */
const COMMAND_MS = 1_200_000;
/** Of a program: it waits for one picture. */
const PROGRAM_MS = 600_000;

const [only = ''] = process.argv.slice(2);
const languages = LANGUAGES.filter(({ name }) => name.toLowerCase().startsWith(only.toLowerCase()));
if (languages.length === 0) {
  console.error(`${only} is none of ${LANGUAGES.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
if (!buildFirst({ quiet: true })) process.exit(1);
if (process.env.CI && languages.some(({ name }) => name === 'Go')) usePathOf(findOrInstallGo('go1.26.0'));

let passed = 0;
let failed = 0;
const starting = startService({ SIGNUP_CREDITS: '100' });
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void interrupt());
const service = await starting;
try {
  for (const language of languages) await testLanguage(language);
} finally {
  await service.stop();
}
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

/** @param program its path, or its name when it is found already. */
function usePathOf(program) {
  if (program !== 'go') process.env.PATH = dirname(program) + delimiter + process.env.PATH;
}

/** What a command has started ends with this process. */
async function interrupt() {
  const started = await starting.catch(() => null);
  await started?.stop();
  process.exit(1);
}

async function testLanguage(language) {
  const { name, tools, commands, program } = language;
  await check(`${name}: ${PAGE} has the commands`, async () => {
    const blocks = readPage(PAGE).map(({ text }) => commandsOf(text).join('\n'));
    const lines = commandLinesOf(language).join('\n');
    assert.ok(blocks.includes(lines), `${PAGE} has no block with these commands:\n${lines}`);
  });
  const missing = tools.filter(([tool, ...args]) => spawnSync(tool, args).status !== 0).map(([tool]) => tool);
  if (missing.length > 0) {
    // A developer may lack a language; the machine that tests every change may not.
    if (process.env.CI) failed += 1;
    console.log(`${process.env.CI ? '✗' : '-'} ${name} is not tested: there is no ${missing.join(', no ')}`);
    return;
  }
  const workspace = join(CACHE, name.toLowerCase());
  const isCompiled = await check(`${name}: the generated client compiles`, async () => {
    mkdirSync(workspace, { recursive: true });
    cpSync(join(HERE, name.toLowerCase()), workspace, { recursive: true });
    for (const [command, ...args] of commands)
      await runProgram(command, args, { cwd: workspace, env: process.env, timeoutMs: COMMAND_MS });
  });
  if (!isCompiled) return;
  const directory = mkdtempSync(join(tmpdir(), 'offprint-generated-'));
  await check(`${name}: a program with it generates, waits, saves, cancels and reads errors`, async () => {
    const [command, ...args] = program(workspace, service.url);
    const output = await runProgram(command, args, {
      cwd: directory,
      env: process.env,
      timeoutMs: PROGRAM_MS,
    });
    console.log(output.trimEnd().replace(/^/gm, '    '));
  });
  rmSync(directory, { recursive: true, force: true });
}

async function check(name, test) {
  const startedAt = performance.now();
  const error = await test().then(
    () => null,
    (problem) => problem,
  );
  if (error) failed += 1;
  else passed += 1;
  console.log(`${error ? '✗' : '✓'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (error) console.log(error.message);
  return !error;
}
