// Runs the model's properties in a process that contains the service: several in parallel, each run on a new account.
// Its task: {databaseUrl, seed, runs, most, concurrency, limitMs}.
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import pg from 'pg';
import { HttpCaller } from '../harness/callers/http-caller.mjs';
import { newAccount } from './account-model.mjs';
import { AccountSession } from './account-session.mjs';
import { commands, START } from './commands.mjs';
import { ManualEngine } from './manual-engine.mjs';
import { answerTask } from './run-process.mjs';
import { startInside } from './service-inside.mjs';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const CATALOGUE = fileURLToPath(new URL('./catalogue', import.meta.url));

async function startService(databaseUrl) {
  const engine = new ManualEngine();
  const settings = {
    CATALOGUE_DIR: CATALOGUE,
    WORKER_CONCURRENCY: '1000',
    PLATFORM_RATE_LIMIT: '10000000',
    TRUST_PROXY: 'true',
    DATABASE_URL: databaseUrl,
  };
  const inside = await startInside(DIST, settings, async (load) => ({
    providers: [engine.providerOf((await load('providers/index.js')).Provider)],
  }));
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
  pool.on('error', () => {}); // Its server is stopped when another process has found a violation.
  // A retry waits a random part of its backoff; 0 makes it immediate.
  Math.random = () => 0;
  return {
    inside,
    engine,
    pool,
    http: new HttpCaller(inside.base, { connections: 64 }),
    tokens: await inside.part('auth/tokens/access-tokens.js', 'AccessTokens'),
    credits: await inside.part('credits/index.js', 'CreditsService'),
    database: await inside.part('platform/database/index.js', 'Database'),
  };
}

async function runModel(service, start, list, { counts, onDone }) {
  const session = await AccountSession.open(service, start);
  const { keys } = await session.snapshot();
  const setup = () => ({ model: { state: newAccount(start.credits, keys) }, real: session });
  await fc.asyncModelRun(setup, list);
  counts.runs += 1;
  if (counts.runs % 10 === 0) onDone(counts.runs);
}

async function checkRuns(service, { seed, runs, most, limitMs }, progress) {
  const property = fc.asyncProperty(START, commands(most, progress.counts), (start, list) =>
    runModel(service, start, list, progress),
  );
  const details = await fc.check(property, {
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: limitMs,
    markInterruptAsFailure: true,
  });
  if (!details.failed) return;
  const example = details.counterexample;
  const what = example
    ? `${JSON.stringify(example[0])}\n${String(example[1])}`
    : 'the time limit was reached';
  throw new Error(
    `seed ${details.seed}, path ${details.counterexamplePath}:\n${details.errorInstance?.stack}\n${what}`,
  );
}

async function main({ databaseUrl, seed, runs, most, concurrency, limitMs }, onDone) {
  const service = await startService(databaseUrl);
  const counts = { runs: 0, commands: 0, operations: 0, concurrent: 0 };
  const share = (index) => Math.floor(runs / concurrency) + (index < runs % concurrency ? 1 : 0);
  const all = Array.from({ length: concurrency }, (_, index) =>
    checkRuns(service, { seed: seed + index, runs: share(index), most, limitMs }, { counts, onDone }),
  );
  await Promise.all(all);
  await service.http.close();
  await service.pool.end();
  await service.inside.stop();
  return counts;
}

answerTask(main);
