import { rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openTemporaryDirectory } from '../test/support/embedded-service.js';
import { type EmbeddedDatabase, startEmbeddedPostgres } from './embedded-postgres.js';
import { MAX_RESTARTS } from './kept-server.js';
import { readPidFile } from './postmaster.js';
import { isRunning } from './process-identity.js';

describe('an embedded PostgreSQL whose first process ends', () => {
  let directory: string;
  let database: EmbeddedDatabase;
  let warnings: string[];

  beforeEach(async () => {
    directory = await openTemporaryDirectory();
    warnings = [];
    database = await startEmbeddedPostgres({ directory, warn: (line) => warnings.push(line) });
  });
  afterEach(async () => {
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const pid = async () => (await readPidFile(database.dataDirectory))?.pid ?? 0;

  async function query(text: string) {
    const client = new pg.Client({ connectionString: database.url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function queryWhenUp(text: string) {
    for (;;) {
      try {
        return await query(text);
      } catch {
        await sleep(50);
      }
    }
  }

  it.each(['SIGQUIT', 'SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'has the server again after %s, at the same address, with what was committed',
    async (signal) => {
      await query('create table kept as select 7 as n');
      const before = await pid();
      process.kill(before, signal);
      while (!warnings.some((line) => line.includes('was started again'))) await sleep(50);
      expect(await queryWhenUp('select n from kept')).toEqual([{ n: 7 }]);
      expect(await pid()).not.toBe(before);
      expect(warnings[0]).toBe(`the embedded PostgreSQL (pid ${before}) has ended unexpectedly`);
    },
  );

  it('starts it again a bounded number of times, and then says so', async () => {
    // Gives the cluster away while the server is down: each start fails.
    const control = `${database.dataDirectory}/global/pg_control`;
    await rename(control, `${control}.away`);
    process.kill(await pid(), 'SIGQUIT');
    await expect(database.ended).rejects.toThrow(
      `was started ${MAX_RESTARTS} times within 10 minutes to no avail`,
    );
    expect(warnings.filter((line) => line.includes('did not start again'))).toHaveLength(MAX_RESTARTS);
    await rename(`${control}.away`, control);
  });

  it('leaves nothing running when it is stopped while it starts the server again', async () => {
    const before = await pid();
    process.kill(before, 'SIGQUIT');
    while (warnings.length === 0) await sleep(5);
    await database.stop();
    expect(await isRunning(await pid(), 'unknown')).toBe(false);
    await expect(query('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
