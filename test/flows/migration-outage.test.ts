/** A database that goes away during a start: while the schema is brought up to date, and after. */
import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import pg from 'pg';
import { isDatabaseUnavailable, migrate } from '../../src/database/index.js';
import { createDatabase } from '../support/database.js';
import { endServices, spawnService, until } from '../support/service-process.js';

afterAll(endServices);

it('ends with the error when its session ends while it waits for another process to migrate', async () => {
  const database = await createDatabase();
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  try {
    await other.query('select pg_advisory_lock(7264011)');
    const migrating = migrate(database.url).then(
      () => null,
      (error: unknown) => error,
    );
    const waiting = `from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
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

/** Longer than a start that only tries a few times. */
const AWAY_MS = 4_000;

/** Passes connections on to the database until `isOver`, then cuts off all that come for a while, then passes them on again. */
async function databaseThatGoesAway(url: string, isOver: (ended: number) => boolean) {
  const { port, hostname } = new URL(url);
  const sockets = new Set<Socket>();
  let ended = 0;
  let backAt = Infinity;
  let refused = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (backAt === Infinity && isOver(ended)) backAt = Date.now() + AWAY_MS;
    if (backAt !== Infinity && Date.now() < backAt) {
      refused += 1;
      socket.destroy();
      return;
    }
    const onward = connect(Number(port), hostname);
    onward.on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
    socket.on('close', () => {
      ended += 1;
      onward.destroy();
    });
    sockets.add(socket);
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

it('waits when the database goes away between the migration and the opening of the pool', async () => {
  const database = await createDatabase();
  // The migration has one connection of its own, or two, and closes them.
  const proxy = await databaseThatGoesAway(database.url, (ended) => ended > 0);
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
