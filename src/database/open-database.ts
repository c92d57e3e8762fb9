/** Gives the application a database that is up and has the present schema: the operator's, or the service's own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runningServerUrl, startEmbeddedPostgres } from '@offprint/embedded-postgres';
import type { Config } from '../config/index.js';
import { migrate } from './migrate.js';
import { findSetupError, isPermanentSetupError, unreachable } from './setup-error.js';
import { isDatabaseUnavailable } from './unavailable.js';

/** How long a start waits for a database that is still starting beside us, or that goes away meanwhile. */
const PATIENCE_MS = 60_000;
const RETRY_MS = 500;

/** The same patience for the pool, which is opened after the schema was brought up to date, in TypeORM's words. */
export const POOL_PATIENCE = {
  retryAttempts: PATIENCE_MS / RETRY_MS,
  retryDelay: RETRY_MS,
  toRetry: (error: unknown) => isDatabaseUnavailable(error) && !isPermanentSetupError(error),
};

export interface OpenedDatabase {
  url: string;
  close(): Promise<void>;
}

/**
 * @throws {SetupError} when the operator's database is missing, rejects the role, may not be changed by it, or is behind
 *   a pooler that shares sessions.
 * @param beside true for a tool that may join the database of a service that is running on the same DATA_DIR.
 */
export async function openDatabase(
  config: Config,
  log: (line: string) => void,
  { beside = false } = {},
): Promise<OpenedDatabase> {
  if (config.database.url) return openOperators(config.database.url);
  const server = await openEmbedded(config, log, beside);
  try {
    await migrateWhenUp(server.url);
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** The same server and database without touching its schema, for the commands that migrate by hand. */
export async function openServer(config: Config, log: (line: string) => void): Promise<OpenedDatabase> {
  const { url } = config.database;
  return url ? { url, close: async () => {} } : openEmbedded(config, log, true);
}

async function openEmbedded(
  config: Config,
  log: (line: string) => void,
  beside: boolean,
): Promise<OpenedDatabase> {
  const url = beside ? await runningServerUrl(config.dataDirectory) : null;
  if (url) return { url, close: async () => {} };
  const server = await startEmbeddedPostgres({ directory: config.dataDirectory, log });
  return { url: server.url, close: () => server.stop() };
}

async function openOperators(url: string): Promise<OpenedDatabase> {
  try {
    await migrateWhenUp(url, { mayBePooled: true });
  } catch (error) {
    const clear = findSetupError(error, url);
    if (clear) throw clear;
    throw isDatabaseUnavailable(error) ? unreachable(error, url) : error;
  }
  return { url, close: async () => {} };
}

async function migrateWhenUp(url: string, options = {}): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await migrate(url, options);
    } catch (error) {
      const mayPass = isDatabaseUnavailable(error) && !isPermanentSetupError(error);
      if (!mayPass || performance.now() > until) throw error;
      await sleep(RETRY_MS);
    }
  }
}
