/**
 * The order of a run: one PostgreSQL, one database with accounts in it, and then row by row, each on a copy of that
 * database of its own. Whatever a row starts is put away when it is done, whichever way.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { startPostgres } from './postgres.mjs';
import { ROWS } from './rows.mjs';
import { seedBase } from './seed.mjs';
import { startService } from './service.mjs';
import { migrate } from '../dist/database/migrate.js';

const BASE = 'base';

/** @returns the report: rows, how they were measured, and on what. */
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
        await bench.putAway();
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
 * What a row's `measure` is given: the options of the run (rounds, seconds, …), `log`, `postgres`, `secrets` (account →
 * secrets of its keys, see seed.mjs), and what it starts things with.
 */
function benchOf({ options, postgres, secrets }) {
  const ends = [];
  let databases = 0;
  const after = (end) => void ends.push(end);
  return {
    ...options,
    postgres,
    secrets,
    /** Something to be done when the row is over; the last one first. */
    after,
    /** A copy of the base, or an empty one. @returns name, url, and a client that is connected to it. */
    async database({ empty = false } = {}) {
      const name = `row_${++databases}`;
      await postgres.create(name, empty ? undefined : BASE);
      after(() => postgres.drop(name));
      const client = await postgres.connect(name);
      client.on('error', () => {}); // dropped with its database
      after(() => client.end());
      return { name, url: postgres.urlOf(name), client };
    },
    /** @param service as for `startService`. @returns it, with the process id of its PostgreSQL. */
    async service(service) {
      const started = await startService(service);
      after(started.stop);
      return { ...started, postmasterPid: postgres.postmasterPid, databaseUrl: service.databaseUrl };
    },
    async putAway() {
      for (const end of ends.reverse()) await end();
    },
  };
}
