// `npm run prove`: tries to violate the guarantees of the service, and prints how often it tried. Trials run in parallel
// (`--jobs`, one per core, three at most). The first violated invariant ends the run. `--seed N` repeats a run,
// `--only K1,A2` selects trials. `--cluster` runs the trials of cluster/trials instead, sequentially on one cluster of network
// namespaces; they have names of their own, H1 to H8.
//
// Three tiers: gate (the default and part of `.ci/run`; every kind of trial, small, below fifteen minutes), `--short` (about half
// an hour, run by hand before a change of the mechanisms is published; the default of `--cluster`), `--long` (hours).
//
// A trial is a module in trials/ that exports
//   default { name, title, seconds?, last?, largerTiers?, async run(context) → { n: {what: count}, notes?: [] } }
// and throws when a guarantee is violated. harness/parallel-trials.mjs describes `seconds` and `last`. A trial with
// `largerTiers` is not part of the gate.
//   context = { tier, count({ gate, short, long }), sample(list, { gate }), random, seed, log(line), progress(done, total),
//               startCluster(options), makeKeys(database, options), within(milliseconds),
//               watch({cluster, client}) → Invariants, fail(message, details), late(message, details) }
//
// A violated invariant is never retried. A time limit holds for two quiet cores: `within` multiplies it by the measured
// slowdown of the machine (harness/slowdown.mjs). A trial that missed a time limit (`late`) runs once more, alone, after
// all others; the output and the report say so.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildFirst } from '../scripts/build-first.mjs';
import { answerHelp } from '../scripts/help.mjs';
import { usePostgres } from '../scripts/postgres-programs.mjs';
import { FailoverCluster } from './cluster/failover-cluster.mjs';
import { installPatroni } from './cluster/patroni.mjs';
import { insideDirectory, runInside } from './cluster/private-namespaces.mjs';
import { makeKeys } from './harness/callers/make-keys.mjs';
import * as invariants from './harness/checks/invariants.mjs';
import { killAll } from './harness/cluster/child.mjs';
import { Cluster, stopAllClusters } from './harness/cluster/cluster.mjs';
import { removeTemplate } from './harness/database/template.mjs';
import { runInParallel } from './harness/parallel-trials.mjs';
import { Random } from './harness/random.mjs';
import { SlowdownMeter } from './harness/slowdown.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REPORTS = join(ROOT, 'reports');
const PROGRESS_MS = 5_000;

answerHelp(`usage: npm run prove [-- <options>]   Tries to violate the guarantees of the service.
  --cluster          the trials of a PostgreSQL cluster that fails (root, Debian's patroni and etcd): 20 minutes, --gate 5
  --short, --long    larger trials: about half an hour, hours; without them the gate's fifteen minutes
  --publish          puts the figures of the last --short into docs/reliability.md
  --only K1,A2       only these trials
  --list             names and titles of the trials
  --seed <number>    repeats a run
  --jobs <number>    trials in parallel
  --postgres 15      on Debian's PostgreSQL 15 (postgresql-15) instead of the embedded one
  --scale <number>   a fraction of the size, for developing a trial`);
const { values: options } = parseArgs({
  options: {
    cluster: { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    seed: { type: 'string' },
    only: { type: 'string' },
    scale: { type: 'string', default: '1' },
    list: { type: 'boolean' },
    publish: { type: 'boolean' },
    postgres: { type: 'string' },
    jobs: { type: 'string', default: String(Math.min(3, availableParallelism())) },
  },
});
usePostgres(options.postgres);
const seed = Number(options.seed ?? Math.floor(Math.random() * 1e9));
const usualTier = options.cluster && !options.gate ? 'short' : 'gate';
const tier = options.long ? 'long' : options.short ? 'short' : usualTier;
const TRIALS = join(ROOT, options.cluster ? 'prove/cluster/trials' : 'prove/trials');
const REPORT = options.cluster ? 'cluster' : 'prove';
/** The cluster that all trials of `--cluster` share. */
let sharedCluster;
/** A fraction of each trial's size, for developing a trial. Such a run proves nothing. */
const scale = Number(options.scale);
const slowdown = new SlowdownMeter();

async function listTrials() {
  const found = [];
  for (const name of (await readdir(TRIALS)).filter((one) => one.endsWith('.mjs'))) {
    const { default: trial } = await import(pathToFileURL(join(TRIALS, name)).href);
    if (typeof trial?.run !== 'function') throw new Error(`trials/${name} exports no trial`);
    found.push(trial);
  }
  found.sort((a, b) => a.name.localeCompare(b.name));
  const wanted = options.only?.split(',').map((name) => name.trim().toUpperCase());
  const unknown = wanted?.filter((name) => !found.some((trial) => trial.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`there is no trial named ${unknown.join(', ')}`);
  const isWhole = options.list || tier !== 'gate';
  if (!wanted) return found.filter(({ largerTiers }) => isWhole || !largerTiers);
  return found.filter(({ name }) => wanted.includes(name));
}

/** Creates a trial's context. `broken` rejects when a concurrent check finds a violated invariant. */
function contextOf(name) {
  const random = new Random(`${seed}/${name}`);
  let abort;
  const broken = new Promise((_, reject) => (abort = reject));
  broken.catch(() => {});
  const log = (line) => console.log(`  ${name} ${line}`);
  const startedAt = performance.now();
  let loggedAt = startedAt;
  const clusters = [];
  const context = {
    tier,
    count: (sizes) => Math.max(1, Math.round(sizes[tier] * scale)),
    /** Returns the whole list in the larger tiers; in the gate `gate` of them, chosen by the seed, in their order. */
    sample: (list, { gate }) => (tier === 'gate' ? random.fork('sample').sample(list, gate) : list),
    seed,
    random,
    invariants,
    makeKeys,
    log,
    progress(done, total) {
      if (performance.now() - loggedAt < PROGRESS_MS && done !== total) return;
      loggedAt = performance.now();
      log(`${done} of ${total}`);
    },
    async startCluster(wanted) {
      if (options.cluster) return (sharedCluster ??= await FailoverCluster.start());
      const cluster = await Cluster.start(wanted);
      clusters.push(cluster);
      return cluster;
    },
    watch: (sources) => new invariants.Invariants({ ...sources, onBroken: abort }).watch(),
    fail(message, details) {
      throw Object.assign(new Error(message), { details });
    },
    /** Returns a time limit adjusted to the speed of the machine: at least `milliseconds`. */
    within: (milliseconds) => milliseconds * slowdown.since(startedAt) + slowdown.ownDelayMs,
    /** Fails the trial because of a missed time limit alone. */
    late(message, details) {
      throw Object.assign(new Error(message), { details, isLate: true });
    },
  };
  return { context, broken, abort, clusters };
}

async function runTrial(trial, signal, isRetry = false) {
  console.log(`▶ ${trial.name} ${trial.title}${isRetry ? ', once more' : ''}`);
  const startedAt = performance.now();
  const { context, broken, abort, clusters } = contextOf(trial.name);
  const onAbort = () => abort(Object.assign(new Error('aborted: another trial failed'), { isAborted: true }));
  signal?.addEventListener('abort', onAbort, { once: true });
  const report = { trial: trial.name, title: trial.title, tier, seed, scale, passed: false };
  try {
    const running = trial.run(context);
    running.catch(() => {});
    Object.assign(report, await Promise.race([running, broken]), { passed: true });
  } catch (error) {
    report.error = { message: error.message, stack: error.stack, details: error.details };
    report.late = error.isLate === true;
    report.aborted = error.isAborted === true;
    report.logs = sharedCluster ? [sharedCluster.directory] : clusters.map(({ directory }) => directory);
  }
  signal?.removeEventListener('abort', onAbort);
  await Promise.all(clusters.map((cluster) => cluster.stop({ keepLogs: !report.passed && !report.aborted })));
  report.seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  report.slowdown = Math.round(slowdown.since(startedAt) * 10) / 10;
  report.starts = clusters.reduce((sum, { starts }) => sum + starts, 0);
  const counts = Object.entries(report.n ?? {}).map(([what, count]) => `${what} ${count}`);
  console.log(
    `${report.passed ? '✓' : '✗'} ${trial.name} (${report.seconds} s, slowdown × ${report.slowdown}) ${counts.join(', ')}`,
  );
  if (report.aborted) return report;
  if (!report.passed)
    console.error(
      `${report.error.stack}\n${JSON.stringify(report.error.details ?? null, null, 2)}\nlogs: ${report.logs.join(' ')}`,
    );
  await writeReport(`${REPORT}-${trial.name}.json`, report);
  return report;
}

async function writeReport(name, report) {
  await mkdir(REPORTS, { recursive: true });
  await writeFile(join(REPORTS, name), `${JSON.stringify(report, null, 2)}\n`);
}

function printTable(reports) {
  console.log(`\n${'trial'.padEnd(6)} ${''.padEnd(2)} ${'time'.padStart(7)}  n`);
  for (const { trial, passed, seconds, n = {} } of reports) {
    const counts = Object.entries(n).map(([what, count]) => `${what} ${count}`);
    console.log(
      `${trial.padEnd(6)} ${(passed ? '✓' : '✗').padEnd(2)} ${`${seconds} s`.padStart(7)}  ${counts.join(' · ')}`,
    );
  }
}

/** Runs a trial again, alone, when it only missed a time limit. @returns the last report */
async function retryIfLate(report, trials) {
  if (!report.late) return report;
  const trial = trials.find(({ name }) => name === report.trial);
  return { ...(await runTrial(trial, undefined, true)), lateBefore: report.error.message };
}

async function main() {
  if (options.publish) return import('../scripts/reliability.mjs');
  if (options.cluster && !options.list && !insideDirectory()) {
    if (!buildFirst()) process.exit(1);
    await installPatroni();
    process.exit(await runInside());
  }
  if (!options.cluster && !buildFirst()) process.exit(1);
  const trials = await listTrials();
  if (options.list) return trials.forEach(({ name, title }) => console.log(`${name.padEnd(4)} ${title}`));
  console.log(
    `seed ${seed}, ${tier} tier${scale === 1 ? '' : ` × ${scale}`}, ${trials.length} trials: ${trials.map(({ name }) => name).join(' ')}`,
  );
  slowdown.start();
  const startedAt = performance.now();
  const first = await runInParallel(trials, options.cluster ? 1 : Number(options.jobs), runTrial);
  const reports = [];
  for (const report of first.filter(({ aborted }) => !aborted))
    reports.push(await retryIfLate(report, trials));
  const failed = reports.filter(({ passed }) => !passed).length;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  await writeReport(`${REPORT}.json`, { seed, tier, at: new Date().toISOString(), seconds, trials: reports });
  await sharedCluster?.stop();
  await removeTemplate();
  slowdown.stop();
  printTable(reports);
  console.log(
    `seed ${seed}: repeat with \`npm run prove -- ${options.cluster ? '--cluster ' : ''}--seed ${seed}${tier === usualTier ? '' : ` --${tier}`}\``,
  );
  const starts = reports.reduce((sum, report) => sum + report.starts, sharedCluster?.starts ?? 0);
  console.log(`${Math.floor(seconds / 60)} min ${seconds % 60} s in all, ${starts} starts of the service`);
  console.log(`${reports.length - failed} passed, ${failed} failed`);
  // The namespaces of a cluster end with this process. Its logs are removed with the run unless KEEP_LOGS=1 is set.
  process.exit(failed === 0 && reports.length > 0 ? 0 : 1);
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(
    signal,
    () =>
      void stopAllClusters()
        .then(removeTemplate)
        .finally(() => (killAll(), process.exit(130))),
  );
}
main().catch(async (error) => {
  console.error(error.stack ?? error);
  await stopAllClusters();
  await removeTemplate();
  process.exit(1);
});
