// One real PostgreSQL for a trial that needs many databases, in a directory of its own.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dropDatabase } from '../../../scripts/drop-database.mjs';
import { Postgres } from '../harness/postgres.mjs';

export class DatabaseServer {
  static async start() {
    const directory = await mkdtemp(join(tmpdir(), 'offprint-databases-'));
    await chmod(directory, 0o711); // PostgreSQL's own account must be able to pass through.
    const server = new DatabaseServer();
    server.directory = directory;
    server.postgres = new Postgres({
      directory: join(directory, 'postgres'),
      logFile: join(directory, 'postgres.log'),
    });
    await server.postgres.start();
    return server;
  }

  /** @returns {Promise<string>} the address of a new, empty database */
  async createDatabase(name) {
    await this.run(`create database ${name}`);
    return this.urlOf(name);
  }

  async dropDatabase(url) {
    await dropDatabase((statement) => this.run(statement), new URL(url).pathname.slice(1));
  }

  urlOf(name) {
    return this.postgres.url.replace(/\/[^/]*$/, `/${name}`);
  }

  /** On a connection of its own each time: one of the trials takes the server down in between. */
  async run(statement) {
    const client = new pg.Client({ connectionString: this.urlOf('postgres') });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async stop() {
    await this.postgres.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}
