import type { ClientBase, Pool, PoolOptions } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { CONNECTIONS_BESIDE_POOL, parseAddress } from '../config/index.js';
import { Baseline1765000000000 } from './migrations/1765000000000-baseline.js';
import { Wallets1765000100000 } from './migrations/1765000100000-wallets.js';
import { LedgerGuards1765000200000 } from './migrations/1765000200000-ledger-guards.js';
import { requirePooledSettings } from './pooled-settings.js';
import { SchemaNames } from './schema-names.js';
import { CLIENT_KEEPALIVE, configureSession, pooledSettings, SessionClient } from './session.js';
import { COLUMN_READERS } from './timestamps.js';

/** Listed in order instead of globbed: this list shows every change of the schema. */
export const MIGRATIONS = [Baseline1765000000000, Wallets1765000100000, LedgerGuards1765000200000];

/** Seconds after which the server cancels the statement of a request and rolls it back (503). */
const STATEMENT_SECONDS = 2;

/**
 * Seconds after which the client stops waiting for a response and closes the connection. Clearly more than
 * `STATEMENT_SECONDS`: after the server's timeout a batch may run again in parts; after the client's timeout it is not
 * known whether the statement was committed.
 */
const RESPONSE_SECONDS = 2.75;

/** Of a session of the pool that is the service's own. */
export const POOL_SESSION = {
  statement_timeout: String(STATEMENT_SECONDS * 1000),
  idle_in_transaction_session_timeout: '10000',
  // The hot statements take arrays: planning each call costs more than executing it (0.6 of 1 ms).
  plan_cache_mode: 'force_generic_plan',
  // A table of few rows is read whole: right until a snapshot (each backup) keeps all versions of its rows. Then the statements of
  // the hot path read a thousand pages for one, and a bitmap scan never marks the entries of dead versions. Figures:
  // docs/decisions/database.md.
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  // What has no index costs more than `jit_above_cost` by those settings.
  jit: 'off',
};

/** What each session of the pool has, by its settings; those of a pooler's sessions are its operator's to set. */
export const POOLED_SETTINGS = pooledSettings(POOL_SESSION);

/** How the pool reaches the database. */
export interface PoolRoute {
  /** The address for what needs a session, when the pool's own leads to a pooler. */
  directUrl?: string | null;
  /** The connections of the pool share sessions. */
  isTransactionPooled?: boolean;
  /** False: no named prepared statements. */
  isPrepared?: boolean;
}

/** The options of the pool, with what the users of the pool need to know. */
interface ServicePoolOptions extends PoolOptions {
  directUrl: string;
  isTransactionPooled: boolean;
  isPrepared: boolean;
}

/** Returns the options of a pool of `dataSourceOptions`. */
export const poolOptionsOf = (pool: Pool) => pool.options as ServicePoolOptions;

/** @param connections that the process opens at most, with those beside the pool. */
export function dataSourceOptions(
  url: string,
  entities: DataSourceOptions['entities'] = [],
  connections = 12,
  { directUrl, isTransactionPooled = false, isPrepared = true }: PoolRoute = {},
): DataSourceOptions {
  const address = parseAddress(url);
  return {
    type: 'postgres',
    // TypeORM parses it and takes one host. The client takes all of them from `connectionString` below.
    url: address.urlOf(address.hosts[0]!),
    entities,
    namingStrategy: new SchemaNames(),
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    poolSize: connections - CONNECTIONS_BESIDE_POOL,
    applicationName: 'offprint',
    extra: {
      connectionString: url,
      directUrl: directUrl ?? url,
      isTransactionPooled,
      isPrepared,
      connectionTimeoutMillis: 2000,
      query_timeout: RESPONSE_SECONDS * 1000,
      ...CLIENT_KEEPALIVE,
      types: COLUMN_READERS,
      Client: SessionClient,
      onConnect: (client: ClientBase) =>
        isTransactionPooled
          ? requirePooledSettings(client, POOLED_SETTINGS)
          : configureSession(client, POOL_SESSION),
    },
  };
}
