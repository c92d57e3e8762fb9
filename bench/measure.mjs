/**
 * The order of a run. The rows over HTTP are measured on a service with ROLES=api, so that nothing works on what they
 * create; the full path is on: authentication, scope, both limits (too high to be met, and counted all the same),
 * validation, ledger. Pick-up and start have a service of both roles with a database of its own.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { measureCreate } from './rows/create.mjs';
import { measureHistory } from './rows/history.mjs';
import { measurePickUp } from './rows/pick-up.mjs';
import { measureMemoryAfterLoad, measureStart } from './rows/start.mjs';
import { measureStatus } from './rows/status.mjs';
import { seedAccounts, seedAll } from './seed.mjs';
import { startService } from './service.mjs';

const OVER_HTTP = { status: measureStatus, create: measureCreate, history: measureHistory };

/** @returns the report: rows, how they were measured, and on what. */
export async function measureAll(options) {
  const { wanted, rounds, seconds } = options;
  const machine = {
    date: new Date().toISOString().slice(0, 10),
    cpus: availableParallelism(),
    node: process.versions.node,
    loadBefore: loadavg()[0],
  };
  const groups = [
    { roles: 'api', measure: measureHttp, parts: Object.keys(OVER_HTTP) },
    { roles: 'api,worker', measure: measureWorker, parts: ['pick-up', 'start'] },
  ];
  const rows = [];
  for (const { roles, measure, parts } of groups) {
    if (!parts.some((part) => wanted.has(part))) continue;
    await withService(roles, async (bench) => {
      machine.postgres = bench.service.postgresVersion;
      rows.push(...(await measure({ ...options, ...bench })));
    });
  }
  return { machine, rounds, seconds, rows };
}

async function measureHttp(bench) {
  const { wanted, client, service, log } = bench;
  log('filling the database');
  const secrets = await seedAll(client, wanted.has('history') ? bench.historyRows : 0, log);
  const rows = [];
  for (const [group, measure] of Object.entries(OVER_HTTP)) {
    if (!wanted.has(group)) continue;
    log(`measuring ${group}`);
    rows.push(...(await measure({ ...bench, secrets })));
  }
  return [...rows, ...measureMemoryAfterLoad(service)];
}

async function measureWorker(bench) {
  const { wanted, client, directory, rounds, pickUps, log } = bench;
  const rows = [];
  if (wanted.has('pick-up')) {
    log('measuring pick-up');
    const [[secret]] = (await seedAccounts(client, 1, 1)).values();
    rows.push(...(await measurePickUp({ ...bench, secret, predictions: pickUps })));
  }
  if (wanted.has('start')) {
    log('measuring start');
    await bench.stop();
    rows.push(...(await measureStart(directory, rounds)));
  }
  return rows;
}

/** Runs `work` on a service and a database made for it, and leaves nothing behind. */
async function withService(roles, work) {
  const directory = await mkdtemp(join(tmpdir(), 'offprint-bench-'));
  try {
    await chmod(directory, 0o755); // PostgreSQL's own account must get in
    const service = await startService(directory, roles);
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    let stopped;
    const stop = () => (stopped ??= client.end().then(() => service.stop()));
    try {
      return await work({ service, client, directory, stop });
    } finally {
      await stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
