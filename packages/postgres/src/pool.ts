/** The users of the pool read from these options how else the database can be reached. */
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

const CONNECTION_MS = 2_000;

export interface PoolRoute {
  /** For what needs a session, when the pool's own address leads to a pooler. */
  directUrl?: string | null;
  /** The connections of the pool share sessions. */
  isTransactionPooled?: boolean;
  isPrepared?: boolean;
}

export interface PoolBounds {
  /** Settings of each session: set on the pool's own, required of a pooler's. */
  settings: Readonly<Record<string, string>>;
  /** The client closes the connection. After the shorter `statement_timeout` a statement was rolled back; here it may be committed. */
  responseMs: number;
  messages: PoolMessages;
}

interface RoutedPoolOptions extends PoolOptions {
  directUrl: string;
  isTransactionPooled: boolean;
  isPrepared: boolean;
  sessionSettings: Readonly<Record<string, string>>;
}

/** Requires a pool that was made of `createPoolOptions`. */
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
