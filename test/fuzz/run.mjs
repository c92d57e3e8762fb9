// `npm run lane -- fuzz`: Schemathesis, with all checks and phases, against a service that this program starts, by the committed
// openapi.json. `--minutes` bounds it. `--seed` repeats the inputs, as far as they do not come from responses. The report stays in node_modules/.cache. Last line:
// `N passed, N failed`, in operations.
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildFirst, root } from '../../scripts/build-first.mjs';
import { answerHelp } from '../../scripts/help.mjs';
import { installPythonPackage } from '../../scripts/python-environment.mjs';
import { startService } from '../support/built-service.mjs';
import { createCredentials, SETTINGS } from './credentials.mjs';
import { runBounded } from './run-bounded.mjs';
import { summarize } from './summary.mjs';

answerHelp(
  'usage: npm run lane -- fuzz [--minutes 10] [--seed <n>]   Runs Schemathesis against the service for so many minutes.',
);

const VERSION = '4.32.5';
const HERE = fileURLToPath(new URL('./', import.meta.url));
const CACHE = join(root, 'node_modules/.cache/offprint-tests/fuzz');
const REPORT = join(CACHE, 'report.json');
/** Every request and response: what to read when an operation has failed. */
const EVENTS = join(CACHE, 'events.ndjson');
/** What the service logged: the causes of responses of 500 and more. */
const LOG = join(CACHE, 'service.log');
/** Beyond the minutes: the tests that run at that moment, and writing the report. */
const GRACE_MS = 180_000;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 60)) throw new Error('--minutes must be more than 0 and at most 60.');
const seed = Number(values.seed ?? randomInt(2 ** 32));
if (!(Number.isSafeInteger(seed) && seed >= 0)) throw new Error('--seed must be a whole number.');

if (!buildFirst({ quiet: true })) process.exit(1);
const schemathesis = join(installPythonPackage('schemathesis', VERSION), 'schemathesis');
mkdirSync(CACHE, { recursive: true });
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interruption.abort());
const service = await startService(SETTINGS);
try {
  const exitCode = await fuzz(await createCredentials(service));
  const { lines, passed, failed } = summarize(readReport(), exitCode);
  for (const line of lines) console.log(line);
  for (const file of [REPORT, EVENTS, LOG]) console.log(`  ${file}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
} finally {
  await service.stop();
  writeFileSync(LOG, service.output());
}

/** @param credentials variables of hooks.py @returns the exit code, null when it was ended */
function fuzz(credentials) {
  for (const file of [REPORT, EVENTS]) rmSync(file, { force: true });
  const args = ['--config-file', join(HERE, 'schemathesis.toml'), 'run', join(root, 'openapi.json')];
  args.push('--url', service.url, '--checks', 'all', '--seed', String(seed));
  args.push('--max-time', String(Math.ceil(minutes * 60)));
  args.push('--report-json-path', REPORT, '--report-ndjson-path', EVENTS);
  return runBounded(schemathesis, args, {
    cwd: dirname(service.dataDirectory),
    env: { ...process.env, ...credentials, SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: HERE },
    timeoutMs: minutes * 60_000 + GRACE_MS,
    signal: interruption.signal,
  });
}

/** @returns null when there is none: the fuzzer was ended, or ended itself. */
function readReport() {
  return existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : null;
}
