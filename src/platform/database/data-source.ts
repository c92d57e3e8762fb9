import { createPoolOptions, parseAddress, type PoolRoute } from '@offprint/postgres';
import type { DataSourceOptions } from 'typeorm';
import { CONNECTIONS_BESIDE_POOL } from '../config/index.js';
import { Baseline1765000000000 } from './migrations/1765000000000-baseline.js';
import { Wallets1765000100000 } from './migrations/1765000100000-wallets.js';
import { LedgerGuards1765000200000 } from './migrations/1765000200000-ledger-guards.js';
import { PaidEnds1765000300000 } from './migrations/1765000300000-paid-ends.js';
import { OldestRelease1765000400000 } from './migrations/1765000400000-oldest-release.js';
import { POOL_MESSAGES } from './pool-messages.js';
import { SchemaNames } from './schema-names.js';

/** Listed instead of globbed, so that this list shows every change of the schema. */
export const MIGRATIONS = [
  Baseline1765000000000,
  Wallets1765000100000,
  LedgerGuards1765000200000,
  PaidEnds1765000300000,
  OldestRelease1765000400000,
];

/** After this the server cancels the statement of a request and rolls it back (503). */
const STATEMENT_SECONDS = 2;

/**
 * After this the client closes the connection. Clearly more than `STATEMENT_SECONDS`: after the server's timeout a batch may run again in
 * parts; after the client's it is not known whether the statement was committed.
 */
const RESPONSE_SECONDS = 2.75;

/** After this the server ends a transaction whose process sends no statement. */
const IDLE_SECONDS = 10;

/** The longest that a transaction of a frozen process holds its rows. */
export const FROZEN_TRANSACTION_MS = (RESPONSE_SECONDS + IDLE_SECONDS) * 1000;

/** The operator sets those of a pooler's sessions. */
export const POOL_SESSION = {
  statement_timeout: String(STATEMENT_SECONDS * 1000),
  idle_in_transaction_session_timeout: String(IDLE_SECONDS * 1000),
  // The hot statements take arrays: planning each call costs more than executing it (0.6 of 1 ms).
  plan_cache_mode: 'force_generic_plan',
  // A table of few rows is read whole: right until a snapshot (each backup) keeps all versions of its rows. Then the statements of the hot
  // path read a thousand pages for one, and a bitmap scan never marks the entries of dead versions. Figures: docs/decisions/database.md.
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  // A scan without an index costs more than `jit_above_cost` by those settings.
  jit: 'off',
};

/** `Listener` has other session names. */
export const APPLICATION_NAME = 'offprint';

/** @param connections that the process opens at most, with those beside the pool. */
export function dataSourceOptions(
  url: string,
  entities: DataSourceOptions['entities'] = [],
  connections = 12,
  route: PoolRoute = {},
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
    applicationName: APPLICATION_NAME,
    extra: createPoolOptions(
      url,
      { settings: POOL_SESSION, responseMs: RESPONSE_SECONDS * 1000, messages: POOL_MESSAGES },
      route,
    ),
  };
}
