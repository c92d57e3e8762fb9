/**
 * The options of a pool whose sessions are configured, write to the primary and end on both sides. The users of the pool read
 * from them how else the database can be reached.
 */
import type { ClientBase, Pool, PoolOptions } from 'pg';
import type { PoolMessages } from './pool-messages.js';
import { requirePooledSettings } from './pooled-settings.js';
import {
  CLIENT_KEEPALIVE,
  COLUMN_READERS,
  configureSession,
  pooledSettings,
  SessionClient,
} from './session.js';

/** How long a statement waits for a connection of the pool. */
const CONNECTION_MS = 2_000;

/** How the pool reaches the database. */
export interface PoolRoute {
  /** The address for what needs a session, when the pool's own leads to a pooler. */
  directUrl?: string | null;
  /** The connections of the pool share sessions. */
  isTransactionPooled?: boolean;
  /** False: no named prepared statements. */
  isPrepared?: boolean;
}

export interface PoolBounds {
  /** Settings of each session: set on the pool's own, required of a pooler's. */
  settings: Readonly<Record<string, string>>;
  /**
   * Milliseconds after which the client stops waiting for a response and closes the connection. More than `statement_timeout`:
   * after the server's timeout a statement was rolled back; after the client's it may have been committed.
   */
  responseMs: number;
  messages: PoolMessages;
}

interface RoutedPoolOptions extends PoolOptions {
  directUrl: string;
  isTransactionPooled: boolean;
  isPrepared: boolean;
  sessionSettings: Readonly<Record<string, string>>;
}

/** Returns the options of a pool that was made of `createPoolOptions`. */
export const poolOptionsOf = (pool: Pool) => pool.options as RoutedPoolOptions;

/** @param url may name several hosts. */
export function createPoolOptions(
  url: string,
  { settings, responseMs, messages }: PoolBounds,
  { directUrl, isTransactionPooled = false, isPrepared = true }: PoolRoute = {},
) {
  const wanted = pooledSettings(settings);
  return {
    connectionString: url,
    directUrl: directUrl ?? url,
    isTransactionPooled,
    isPrepared,
    sessionSettings: settings,
    connectionTimeoutMillis: CONNECTION_MS,
    query_timeout: responseMs,
    ...CLIENT_KEEPALIVE,
    types: COLUMN_READERS,
    Client: SessionClient,
    onConnect: (client: ClientBase) =>
      isTransactionPooled
        ? requirePooledSettings(client, wanted, messages.otherSetting)
        : configureSession(client, settings),
  };
}
