import {
  EmbeddedDatabaseError,
  hasEmbeddedPostgres,
  runningServerUrl,
  startEmbeddedPostgres,
} from '@offprint/embedded-postgres';
import {
  isDatabaseUnavailable,
  isTemporary,
  type PoolRoute,
  RETRY_MS,
  UNAVAILABLE_MS,
  whenUp,
} from '@offprint/postgres';
import type { Config } from '../config/index.js';
import { checkServicePool } from './check-service-pool.js';
import type { ExtensionSchema } from './extension-schema.js';
import { migrate, type MigrateOptions } from './migrate.js';
import type { AddressSetting } from './pool-messages.js';
import {
  describeWait,
  embeddedSetupError,
  findSetupError,
  NoInstallation,
  unreachableError,
} from './setup-error.js';

/** As in packages/embedded-postgres. */
const EMBEDDED_CONNECTIONS = 200;

/** The pool is opened after the migrations. */
export const POOL_RETRIES = {
  retryAttempts: UNAVAILABLE_MS / RETRY_MS,
  retryDelay: RETRY_MS,
  toRetry: isTemporary,
};

interface Server {
  url: string;
  /** Rejects with a sentence when the embedded server has ended for good. An operator's own has no such end. */
  ended?: Promise<never>;
  close(): Promise<void>;
}

export interface OpenedDatabase extends Server {
  directUrl: string;
  /** For the log; null when this start has run no migrations. */
  upgrade: string | null;
}

interface OpenOptions {
  beside?: boolean;
  mustExist?: boolean;
  connections?: number;
  schemas?: readonly ExtensionSchema[];
  onWait?: (line: string) => void;
  onServerEnd?: (line: string) => void;
}

/**
 * @throws {SetupError} when the operator's database is missing, rejects the role or its changes of the schema, or is behind a pooler that
 * shares sessions.
 * @param beside true for a tool that may use the embedded server of a service running on the same DATA_DIR.
 * @param mustExist true for a tool that creates no installation.
 * @param connections that the embedded server bears beside its default, for a service of many processes.
 * @param schemas of extensions.
 * @param onWait receives a line for the log when the start waits for the database, or a migration for other transactions.
 * @param onServerEnd receives a line for the log when the embedded server has ended, and when it was started again.
 */
export async function openDatabase(
  config: Config,
  log: (line: string) => void,
  { beside = false, mustExist = false, connections = 0, schemas = [], ...report }: OpenOptions = {},
): Promise<OpenedDatabase> {
  const { url } = config.database;
  const options = { schemas, onWait: report.onWait, mustExist };
  if (url) return openOperators(url, config.database, options);
  if (mustExist && !(await hasEmbeddedPostgres(config.dataDirectory)))
    throw new NoInstallation(
      `There is no installation in ${config.dataDirectory}: set DATA_DIR or DATABASE_URL to the service's own, in the environment or in ./.env.`,
    );
  const server = await openEmbedded(config, log, { beside, connections, warn: report.onServerEnd });
  try {
    return { ...server, directUrl: server.url, upgrade: await migrateWhenUp(server.url, options) };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Uses the supervisor's database. Runs the pending migrations, because a process that is started later may be of a newer release. */
export async function joinDatabase(
  url: string,
  directUrl: string,
  { schemas = [], onWait }: Pick<OpenOptions, 'schemas' | 'onWait'> = {},
): Promise<OpenedDatabase> {
  const upgrade = await migrateWhenUp(directUrl, { schemas, onWait });
  return { url, directUrl, close: async () => {}, upgrade };
}

/** Runs no migrations, for the commands that migrate by hand. */
export async function openServer(config: Config, log: (line: string) => void): Promise<Server> {
  const url = config.database.directUrl ?? config.database.url;
  return url ? { url, close: async () => {} } : openEmbedded(config, log, { beside: true });
}

async function openEmbedded(
  config: Config,
  log: (line: string) => void,
  {
    beside = false,
    connections = 0,
    warn = log,
  }: { beside?: boolean; connections?: number; warn?: typeof log },
): Promise<Server> {
  try {
    const url = beside ? await runningServerUrl(config.dataDirectory) : null;
    if (url) return { url: sheltered(url), close: async () => {} };
    const settings: Record<string, string> =
      connections > EMBEDDED_CONNECTIONS ? { max_connections: String(connections) } : {};
    const server = await startEmbeddedPostgres({ directory: config.dataDirectory, log, warn, settings });
    const ended = server.ended.catch((error: unknown) => {
      throw explainEmbedded(error);
    });
    ended.catch(() => undefined);
    return { url: sheltered(server.url), ended, close: () => server.stop() };
  } catch (error) {
    throw explainEmbedded(error);
  }
}

/** The environment (PGSSLMODE, PGOPTIONS, PGREPLICATION) is meant for another server, so the address of the own one says these. */
const sheltered = (url: string) =>
  `${url}?sslmode=disable&options=-c%20client_encoding%3DUTF8&replication=false`;

function explainEmbedded(error: unknown): unknown {
  return error instanceof EmbeddedDatabaseError ? embeddedSetupError(error) : error;
}

async function openOperators(
  url: string,
  route: PoolRoute,
  options: MigrateOptions,
): Promise<OpenedDatabase> {
  const setting = route.directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const directUrl = route.directUrl ?? url;
  const upgrade = await explaining(setting, directUrl, () =>
    migrateWhenUp(directUrl, { mayBePooled: setting, ...options }),
  );
  if (directUrl !== url)
    await explaining('DATABASE_URL', url, () =>
      whenUp(() => checkServicePool(url, directUrl, route), reporting(url, options)),
    );
  return { url, directUrl, close: async () => {}, upgrade };
}

/** @param setting the name of the address, for the messages. @throws {SetupError} when it cannot be used. */
async function explaining<T>(setting: AddressSetting, url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const setupError = findSetupError(error, url, setting);
    if (setupError) throw setupError;
    throw isDatabaseUnavailable(error) ? unreachableError(error, url, setting) : error;
  }
}

async function migrateWhenUp(url: string, options: MigrateOptions): Promise<string | null> {
  return describe(await whenUp(() => migrate(url, options), reporting(url, options)));
}

const reporting =
  (url: string, { onWait }: MigrateOptions) =>
  (error: unknown, leftMs: number): void =>
    onWait?.(describeWait(error, url, leftMs));

function describe(migrations: string[]): string | null {
  if (migrations.length === 0) return null;
  const count = migrations.length === 1 ? '1 migration' : `${migrations.length} migrations`;
  return `the schema was brought up to date: ${count}, the last is ${migrations.at(-1)}`;
}
