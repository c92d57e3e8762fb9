/**
 * Runs the benchmark: one PostgreSQL, one base database with accounts, then row by row, each on its own copy of that database.
 * Everything that a row starts is stopped when the row ends or fails.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { migrate } from '../dist/platform/database/migrate.js';
import { startPostgres } from './postgres.mjs';
import { ROWS } from './rows.mjs';
import { seedBase } from './seed.mjs';
import { startService } from './service.mjs';

const BASE = 'base';

/** Measures all wanted rows. @returns the report: rows, options and machine. */
export async function measureAll(options) {
  const { wanted, rounds, seconds, log } = options;
  const machine = {
    date: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cpus: availableParallelism(),
    node: process.versions.node,
    loadBefore: loadavg()[0],
  };
  const postgres = await startPostgres();
  try {
    machine.postgres = postgres.version;
    const secrets = await prepareBase(postgres);
    const rows = [];
    for (const row of ROWS.filter(({ name }) => wanted.has(name))) {
      log(`measuring ${row.name}`);
      const bench = benchOf({ options, postgres, secrets });
      try {
        rows.push(...(await row.measure(bench)));
      } finally {
        await bench.cleanUp();
      }
    }
    return { machine, rounds, seconds, quick: options.quick, rows };
  } finally {
    await postgres.stop();
  }
}

async function prepareBase(postgres) {
  await postgres.create(BASE);
  await migrate(postgres.urlOf(BASE));
  const client = await postgres.connect(BASE);
  try {
    return await seedBase(client);
  } finally {
    await client.end();
  }
}

/**
 * Creates the argument of a row's `measure`: the options of the run (rounds, seconds, …), `log`, `postgres`, `secrets`
 * (account → secrets of its keys, see seed.mjs), and functions that start databases and services.
 */
function benchOf({ options, postgres, secrets }) {
  const ends = [];
  let databases = 0;
  const after = (end) => void ends.push(end);
  return {
    ...options,
    postgres,
    secrets,
    /** Registers a cleanup for the end of the row; the last one runs first. */
    after,
    /** Creates a copy of the base database, or an empty one. @returns name, url, and a connected client. */
    async database({ empty = false } = {}) {
      const name = `row_${++databases}`;
      await postgres.create(name, empty ? undefined : BASE);
      after(() => postgres.drop(name));
      const client = await postgres.connect(name);
      client.on('error', () => {}); // dropped with its database
      after(() => client.end());
      return { name, url: postgres.urlOf(name), client };
    },
    /** Starts a service. @param service see `startService`. @returns the service, with the pid of its PostgreSQL. */
    async service(service) {
      const started = await startService(service);
      after(started.stop);
      return { ...started, postmasterPid: postgres.postmasterPid, databaseUrl: service.databaseUrl };
    },
    async cleanUp() {
      for (const end of ends.reverse()) await end();
    },
  };
}
