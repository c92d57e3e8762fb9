/** Gives the application a database that is up and has the present schema: the operator's, or the service's own. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/index.js';
import { migrate } from './data-source.js';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.js';
import { runningServerUrl } from './embedded/running-server.js';
import { isDatabaseUnavailable } from './unavailable.js';

/** How long a database that is still starting beside us is waited for. */
const PATIENCE_MS = 60_000;

export interface OpenedDatabase {
  url: string;
  close(): Promise<void>;
}

/** @param beside true for a tool that may join the database of a service that is running on the same DATA_DIR. */
export async function openDatabase(
  config: Config,
  log: (line: string) => void,
  { beside = false } = {},
): Promise<OpenedDatabase> {
  const url = config.database.url ?? (beside ? await runningServerUrl(config.dataDirectory) : null);
  if (url) {
    await migrateWhenUp(url);
    return { url, close: async () => {} };
  }
  const server = await startEmbeddedPostgres({ directory: config.dataDirectory, log });
  try {
    await migrateWhenUp(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: server.url, close: () => server.stop() };
}

async function migrateWhenUp(url: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await migrate(url);
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > until) throw error;
      await sleep(500);
    }
  }
}
