/** The default carrier of notices, NOTIFY of PostgreSQL, held to the contract. */
import { DataSource } from 'typeorm';
import { Database, dataSourceOptions, Listener } from '../../src/platform/database/index.js';
import { PostgresNotices } from '../../src/platform/notices/index.js';
import { noticesContract } from '../../src/testing/index.js';
import { createDatabase } from '../support/database.js';

noticesContract(
  { describe, it, beforeEach, afterEach },
  {
    name: 'PostgreSQL',
    create: async () => {
      const database = await createDatabase();
      const start = async () => {
        const source = await new DataSource(dataSourceOptions(database.url)).initialize();
        const listener = new Listener(new Database(source));
        return { source, listener, notices: new PostgresNotices(new Database(source), listener) };
      };
      const [one, two] = [await start(), await start()];
      return {
        processes: [one.notices, two.notices],
        disconnect: async () => {
          await database.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid()`,
          );
        },
        close: async () => {
          for (const { source, listener } of [one, two]) {
            await listener.onApplicationShutdown();
            await source.destroy();
          }
          await database.drop();
        },
      };
    },
    canDisconnect: true,
  },
);
