// `npm run lane -- openapi`: lints openapi.json with Redocly and Spectral, which must report no error and no warning, and checks
// that each of them reports a description that is broken on purpose. The same of a service with the extension that has most routes. Installs the linters when they are missing or differ
// from the lock. Last line: `N passed, N failed`.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFirst } from '../../scripts/build-first.mjs';
import { answerHelp } from '../../scripts/help.mjs';
import { installLocked } from '../../scripts/install-locked.mjs';
import { startService } from '../support/built-service.mjs';

answerHelp(
  'usage: npm run lane -- openapi   Lints openapi.json with Redocly and Spectral: no error, no warning.',
);

const HERE = fileURLToPath(new URL('./', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONFIGURATION = ['redocly.yaml', '.redocly.lint-ignore.yaml', '.spectral.yaml'];
const ENV = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** `findings` of the output for programs: errors and warnings, without what the configuration ignores. */
const LINTERS = [
  {
    name: 'redocly',
    args: ['lint', 'openapi.json', '--format', 'json', '--max-problems', '1000'],
    findings: ({ problems }) =>
      problems
        .filter(({ ignored }) => !ignored)
        .map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`),
  },
  {
    name: 'spectral',
    args: ['lint', 'openapi.json', '--format', 'json', '--quiet'],
    findings: (results) =>
      results
        .filter(({ severity }) => severity <= 1)
        .map(({ code, message, path }) => `${code} at ${path.join('/')}: ${message}`),
  },
];

/** @returns {Promise<string[]>} findings in openapi.json of a directory @throws when the linter did not run */
async function lint({ name, args, findings }, cwd) {
  const program = join(HERE, 'node_modules/.bin', name);
  const output = await new Promise((resolve) => {
    const options = { cwd, env: ENV, timeout: 60_000, maxBuffer: 64 << 20 };
    // The exit code only repeats whether there are findings.
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
      resolve({ error, stdout, stderr }),
    );
  });
  try {
    return findings(JSON.parse(output.stdout));
  } catch {
    throw new Error(
      `${name} did not report: ${output.error?.message ?? ''}\n${output.stderr}${output.stdout}`,
    );
  }
}

/** Writes the description of a service with the extension, and the configuration of the linters, to a directory. */
async function writeWithExtension(directory) {
  for (const name of CONFIGURATION) await copyFile(join(ROOT, name), join(directory, name));
  const service = await startService({ PLUGINS: '@offprint/openai-front' }, ['openai-front']);
  try {
    const answer = await fetch(`${service.url}/api/openapi.json`);
    await writeFile(join(directory, 'openapi.json'), await answer.text());
  } finally {
    await service.stop();
  }
}

/** Writes an openapi.json that lacks an operationId, and the configuration of the linters, to a directory. */
async function writeBrokenCopy(directory) {
  for (const name of CONFIGURATION) await copyFile(join(ROOT, name), join(directory, name));
  const description = JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8'));
  delete description.paths['/api/generate'].post.operationId;
  await writeFile(join(directory, 'openapi.json'), JSON.stringify(description));
}

let passed = 0;
let failed = 0;
async function check(name, findFaults) {
  const faults = await findFaults().catch((error) => [error.message]);
  if (faults.length === 0) passed += 1;
  else failed += 1;
  console.log([`${faults.length === 0 ? '✓' : '✗'} ${name}`, ...faults].join('\n  '));
}

if (!buildFirst({ quiet: true })) process.exit(1);
installLocked(HERE, () => console.log('installing the linters: npm ci --prefix test/openapi'));
const directory = await mkdtemp(join(tmpdir(), 'offprint-openapi-'));
const extended = join(directory, 'extended');
await mkdir(extended);
await writeWithExtension(extended);
for (const linter of LINTERS) {
  await check(`${linter.name} reports nothing with the routes of @offprint/openai-front`, () =>
    lint(linter, extended),
  );
  await check(`${linter.name} reports nothing in openapi.json`, () => lint(linter, ROOT));
  await check(`${linter.name} reports what is broken on purpose`, async () => {
    await writeBrokenCopy(directory);
    const found = (await lint(linter, directory)).join('\n');
    return /operationId/.test(found) ? [] : [`only: ${found}`];
  });
}
await rm(directory, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);
