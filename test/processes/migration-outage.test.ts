/** An outage of the database during a start: during the migrations, and after them. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { isDatabaseUnavailable, migrate } from '../../src/platform/database/index.js';
import { createDatabase } from '../support/database.js';
import { endServices, spawnService, until } from '../support/service-process.js';

afterAll(endServices);

it('fails with the error when its session ends while it waits for another process’s migrations', async () => {
  const database = await createDatabase();
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  try {
    await other.query('select pg_advisory_lock(7264011)');
    const migrating = migrate(database.url).then(
      () => null,
      (error: unknown) => error,
    );
    const waiting = `from pg_stat_activity where datname = current_database() and query like 'select pg_try_advisory_lock%'`;
    await until(async () => (await other.query(`select 1 ${waiting}`)).rows.length > 0);
    await other.query(`select pg_terminate_backend(pid) ${waiting}`);
    expect(isDatabaseUnavailable(await migrating)).toBe(true);
    await other.query('select pg_advisory_unlock(7264011)');
    await migrate(database.url);
  } finally {
    await other.end();
    await database.drop();
  }
});

/** Longer than a few connection attempts. */
const AWAY_MS = 4_000;

interface Arrival {
  /** Number of connections that were closed before it. */
  ended: number;
  /** Its first bytes: PostgreSQL's startup message, which contains the application name. */
  greeting: string;
}

/** Forwards connections until one matches `goesAwayWith`: then it cuts all connections for a while. */
async function databaseThatGoesAway(url: string, goesAwayWith: (arrival: Arrival) => boolean) {
  const { port, hostname } = new URL(url);
  const sockets = new Set<Socket>();
  let ended = 0;
  let backAt = Infinity;
  let refused = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.add(socket);
    socket.once('data', (bytes) => {
      if (backAt === Infinity && goesAwayWith({ ended, greeting: bytes.toString('latin1') })) {
        backAt = Date.now() + AWAY_MS;
        for (const open of sockets) open.destroy();
      }
      if (backAt !== Infinity && Date.now() < backAt) {
        refused += 1;
        socket.destroy();
        return;
      }
      const onward = connect(Number(port), hostname);
      onward.on('error', () => socket.destroy());
      onward.write(bytes);
      socket.pipe(onward).pipe(socket);
      socket.on('close', () => {
        ended += 1;
        onward.destroy();
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.port = String((server.address() as { port: number }).port);
  through.hostname = '127.0.0.1';
  return {
    url: through.href,
    refused: () => refused,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

it.each<[string, (arrival: Arrival) => boolean]>([
  // The migration has one connection of its own, or two, and closes them.
  ['between the migration and the opening of the pool', ({ ended }) => ended > 0],
  // At that time no open connection keeps the process alive: the pool's were cut.
  ['before its listener is connected', ({ greeting }) => greeting.includes('offprint-listener')],
])('waits for the database after an outage %s', async (_when, goesAwayWith) => {
  const database = await createDatabase();
  const proxy = await databaseThatGoesAway(database.url, goesAwayWith);
  try {
    const service = await spawnService({ DATABASE_URL: proxy.url });
    expect(proxy.refused()).toBeGreaterThan(5);
    expect((await fetch(`${service.base}/health/ready`)).status).toBe(200);
    await service.end('SIGTERM');
  } finally {
    proxy.close();
    await database.drop();
  }
});
