// One real PostgreSQL for a trial with many databases, in a directory of its own.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { dropDatabase } from '../../scripts/drop-database.mjs';
import { Postgres } from '../harness/database/postgres.mjs';
import { copyTemplate, MIGRATED } from '../harness/database/template.mjs';

const RECOVERY_MS = 60_000;

export class DatabaseServer {
  static async start() {
    const directory = await mkdtemp(join(tmpdir(), 'offprint-databases-'));
    await chmod(directory, 0o711); // PostgreSQL's own account must be able to enter it.
    const server = new DatabaseServer();
    server.directory = directory;
    const files = join(directory, 'postgres');
    await copyTemplate(files);
    server.postgres = new Postgres({
      directory: files,
      logFile: join(directory, 'postgres.log'),
    });
    await server.postgres.start();
    return server;
  }

  /** @returns {Promise<string>} the URL of a new database, migrated unless `empty` */
  async createDatabase(name, { empty = false } = {}) {
    await this.run(`create database ${name}${empty ? '' : ` template ${MIGRATED}`}`);
    return this.urlOf(name);
  }

  async dropDatabase(url) {
    await dropDatabase((statement) => this.run(statement), new URL(url).pathname.slice(1));
  }

  urlOf(name) {
    return this.postgres.url.replace(/\/[^/]*$/, `/${name}`);
  }

  /** Opens a connection for each statement: a trial may crash the server in between. */
  async run(statement) {
    const client = await this.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** Connects; retries while the server rejects connections during crash recovery (57P03). */
  async connect() {
    for (const until = performance.now() + RECOVERY_MS; ; await sleep(100)) {
      const client = new pg.Client({ connectionString: this.urlOf('postgres') });
      client.on('error', () => {});
      try {
        await client.connect();
        return client;
      } catch (error) {
        if (error.code !== '57P03' || performance.now() > until) throw error;
      }
    }
  }

  async stop() {
    await this.postgres.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}
