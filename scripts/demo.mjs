// `npm run demo`, `offprint demo`: starts the service and demonstrates it through its public HTTP API: predictions of every
// modality, operations on pictures, a failure with its refund, and a balance that matches the ledger. Then it serves until
// Ctrl-C. With `--once` it ends instead, with code 0 when every step succeeded.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildFirst, root } from './build-first.mjs';
import { Api } from './demo/api.mjs';
import { printCommands, printFailure, printMoney, printTable, printWaysIn } from './demo/report.mjs';
import { runSteps } from './demo/run-steps.mjs';
import { Screen } from './demo/screen.mjs';
import { startService } from './demo/service.mjs';
import { makeSteps } from './demo/steps.mjs';
import { answerHelp } from './help.mjs';

const USAGE = 'usage: offprint demo [--once]';

answerHelp(`${USAGE}   Starts the service, shows what it does, and keeps serving; --once ends it.`);

const LOG_LINES = 30;
const DASHBOARD = join(root, 'dashboard/dist/index.html');
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGPIPE: 141, SIGTERM: 143 };
/** Their default would end the demo, or open a debugger. */
const WITHOUT_EFFECT = ['SIGUSR1', 'SIGUSR2'];

const screen = new Screen();
const ending = new AbortController();
let service;
let interruptedBy;

const once = process.argv.slice(2).includes('--once');
const unknown = process.argv.slice(2).filter((argument) => argument !== '--once');

// In a terminal Ctrl-C reaches the whole process group, and npm forwards it again. Only the first signal counts.
for (const name of Object.keys(SIGNALS)) process.on(name, () => interrupt(name));
for (const name of WITHOUT_EFFECT) process.on(name, () => undefined);
// What nobody reads is no demo: `offprint demo | head -1` ends as any program does, after it has stopped its service.
process.stdout.on('error', () => interrupt('SIGPIPE'));
process.stderr.on('error', () => undefined);

function interrupt(name) {
  interruptedBy ??= name;
  ending.abort();
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/** Runs the demo. @returns a message for every problem. */
async function demonstrate() {
  const begin = performance.now();
  // Without the dashboard, the manual and the bundle: the demo shows none of them, and they are half of the processor time.
  if (!buildFirst({ script: 'build:service' })) return ['the build failed'];
  const built = performance.now();
  const steps = await makeSteps();
  service = await startService(ending.signal);
  // The demo ends when its service ends.
  void service.gone.then(() => ending.abort());
  const { url, reports, directory } = service;
  screen.say(`The service is up at ${screen.paint('bold', url)} with its own PostgreSQL in ${directory}/`);
  const started = performance.now();

  const api = new Api(url, ending.signal);
  const person = `demo-${Date.now()}@example.com`;
  const password = randomBytes(12).toString('hex');
  const key = await api.open(person, password);
  const before = await api.balance();
  screen.say(`Registered ${person}: ${before} credits, one API key`);
  screen.heading(`${steps.length} predictions through POST /api/generate`);
  const runs = await runSteps({ api, steps, reports, screen, signal: ending.signal });
  screen.done();
  const ran = performance.now();

  const [after, ledger] = await Promise.all([api.balance(), api.ledger()]);
  printTable(screen, runs);
  const problems = [
    printMoney(screen, { before, after, ledger, runs }),
    printFailure(screen, { run: runs.find(({ step }) => step.fails), ledger }),
    ...runs.filter(({ problem }) => problem).map(({ step, problem }) => `${step.title}: ${problem}`),
  ].filter(Boolean);
  printCommands(screen, { url, key, runs, reports, directory });
  printWaysIn(screen, { url, person, password, directory, hasDashboard: existsSync(DASHBOARD) });
  screen.heading(`Done in ${seconds(begin)}`);
  const parts = { build: built - begin, start: started - built, predictions: ran - started };
  const shares = Object.entries(parts).map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)} s`);
  screen.say(`  ${shares.join(', ')}; files and the service's log are in ${reports}/`);
  return problems;
}

function explain(problems) {
  screen.heading(screen.paint('red', 'The demo found problems'));
  for (const problem of problems) screen.say(`  - ${problem}`);
}

function explainError(error) {
  screen.done();
  if (interruptedBy) return;
  const gone = service && ending.signal.aborted;
  explain([gone ? 'The service ended while it was in use.' : (error.message ?? String(error))]);
  const log = (error.log ?? service?.log() ?? '').trim().split('\n');
  screen.heading('The last lines of its log');
  for (const line of log.slice(-LOG_LINES)) screen.say(`  ${line}`);
}

/** Resolves on Ctrl-C, or when the service has ended. */
function untilEnded() {
  return new Promise((resolve) => {
    if (ending.signal.aborted) resolve();
    else ending.signal.addEventListener('abort', resolve, { once: true });
  });
}

async function main() {
  if (unknown.length > 0) {
    console.error(`${USAGE}   (not known: ${unknown.join(' ')})`);
    return 1;
  }
  let code = 1;
  try {
    const problems = await demonstrate();
    if (problems.length > 0) explain(problems);
    else code = 0;
    if (!once && !ending.signal.aborted && service) {
      screen.heading(`Serving at ${service.url} until Ctrl-C. Try a command from above.`);
      await untilEnded();
      if (!interruptedBy) throw new Error('ended');
      screen.say();
      return code;
    }
  } catch (error) {
    code = 1;
    explainError(error);
  } finally {
    await service?.stop();
  }
  return interruptedBy ? SIGNALS[interruptedBy] : code;
}

process.exitCode = await main();
