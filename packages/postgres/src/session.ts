/**
 * A PostgreSQL session on the server that accepts writes. It ends on both sides when either is gone: statements have a timeout on both,
 * keepalives end a half-open connection, and a connection with an unanswered statement is closed. It also ends when its server becomes
 * read-only, so that no statement reads from a standby.
 *
 * The server's settings are set by a statement after connecting: poolers reject or drop startup parameters, and a server rejects the whole
 * connection for a name that its version does not know.
 */
import pg, { Client, type ClientBase, type ClientConfig, type CustomTypesConfig } from 'pg';
import { type Host, parseAddress } from './database-address.js';
import { IS_READ_ONLY, Leader, ReadOnlyError } from './leader.js';
import { queryableOf } from './queryable.js';
import { sql } from './sql-type.js';
import { statement } from './statement.js';

/** The server ends a connection whose client acknowledges nothing after 5 + 3 × 2 s, or 10 s with data in flight. */
const KEEPALIVE_SETTINGS = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
};
/** The statements and the driver's parsers rely on these; a server or role may have German dates, a local time zone, another isolation. */
const FORMATS = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  // The driver writes null in an array as NULL.
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
};
const TIMESTAMPTZ = pg.types.builtins.TIMESTAMPTZ;
const readByDriver = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date | number;

/** Parses the notation of a UTC session (`2026-11-21 19:23:38.123456+00`) in a third of the time of the driver, which parses the rest. */
export function readTimestamp(text: string): Date | number {
  const isUtc = text.endsWith('+00') && text[4] === '-';
  return isUtc ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readByDriver(text);
}

export const COLUMN_READERS: CustomTypesConfig = {
  getTypeParser: (type, format): unknown =>
    type === TIMESTAMPTZ && format !== 'binary' ? readTimestamp : pg.types.getTypeParser(type, format),
};

/** Limits that a role may have for people. Statements and transactions have limits of their own, and a session is kept. */
const NO_LIMITS = { lock_timeout: '0', idle_session_timeout: '0', transaction_timeout: '0' };
/** Ends a statement whose client is gone; since PostgreSQL 14, and not on every platform. */
const CLIENT_CHECK_SETTINGS = { client_connection_check_interval: '1000' };

const SET_ALL = statement('postgres.set-all', {
  parameters: { names: sql.text.array, values: sql.text.array },
  row: { count: sql.bigint, read_only: sql.boolean },
  text: `
select count(set_config(name, value, false)), ${IS_READ_ONLY} as read_only
from unnest($names::text[], $values::text[]) as s (name, value)
where current_setting(name, true) is not null`,
});
const SET_ALL_MS = 2_000;

/** Closing a connection waits for the server this long before the socket is destroyed (half-open connections). */
const CLOSE_MS = 1_000;

/** Detects within 15 s that the server is gone. */
export const CLIENT_KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** @throws {ReadOnlyError} when the server does not accept writes. */
export async function configureSession(
  client: ClientBase,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const always = { ...FORMATS, ...NO_LIMITS, ...settings, ...KEEPALIVE_SETTINGS };
  try {
    await set(client, { ...always, ...CLIENT_CHECK_SETTINGS });
  } catch (error) {
    // 22023: this platform cannot check for lost clients.
    if ((error as { code?: unknown }).code !== '22023') throw error;
    await set(client, always);
  }
}

async function set(client: ClientBase, settings: Readonly<Record<string, string>>): Promise<void> {
  const session = queryableOf(client, { query_timeout: SET_ALL_MS });
  const [applied] = await session.run(SET_ALL, {
    names: Object.keys(settings),
    values: Object.values(settings),
  });
  requireWritable(applied!.read_only, client);
}

/** @throws {ReadOnlyError} when the session is read-only; the next connection searches for another server. */
export function requireWritable(isReadOnly: boolean, client: ClientBase): void {
  if (!isReadOnly) return;
  if (client instanceof BoundedClient) client.forgetServer();
  throw new ReadOnlyError('The server is read-only: a standby, or a primary that was made so');
}

/** What every session of the pool must have, in a pooler's sessions too. */
export const pooledSettings = (settings: Readonly<Record<string, string>>) => ({ ...FORMATS, ...settings });

export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Two at most in operation: the addresses that this process uses. */
const leaders = new Map<string, Leader>();

function leaderOf(url: string, applicationName?: string): Leader {
  const leader = leaders.get(url) ?? new Leader(parseAddress(url), applicationName);
  leaders.set(url, leader);
  return leader;
}

/** Reported by the server at the start, and since PostgreSQL 14 when it changes. */
const READ_ONLY_STATUS = new Set(['in_hot_standby', 'default_transaction_read_only']);

interface StatusMessage {
  parameterName: string;
  parameterValue: string;
}

class BoundedClient extends Client {
  /** False: the owner closes the connection itself. */
  closesUnanswered = true;

  private readonly leader: Leader | null;
  private server: Host | null = null;
  private isConnected = false;
  private isClosing = false;

  /**
   * Adds a listener, because an `error` event without one ends the process and the pool removes its own from a checked-out client.
   * @param config its `connectionString` may name several hosts.
   */
  constructor(config: ClientConfig) {
    const { connectionString: url } = config;
    const address = url === undefined ? null : parseAddress(url);
    super(address ? { ...config, connectionString: address.urlOf(address.hosts[0]!) } : config);
    this.leader =
      url !== undefined && address!.hosts.length > 1 ? leaderOf(url, config.application_name) : null;
    this.on('error', () => undefined);
    this.on('end', () => {
      if (!this.isClosing) this.forgetServer();
    });
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === '25006') this.leaveReadOnly(() => void this.end());
    });
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: StatusMessage) => {
      // At the start the check of `configureSession` decides: a pooler repeats what the server reported to another session.
      if (this.isConnected && READ_ONLY_STATUS.has(parameterName) && parameterValue === 'on')
        this.leaveReadOnly(() => this.connection.stream.destroy());
    });
  }

  forgetServer(): void {
    if (this.server) this.leader?.forget(this.server);
  }

  private leaveReadOnly(leave: () => void): void {
    this.forgetServer();
    // After the statement has got its error.
    setImmediate(leave);
  }

  override connect(...parameters: never[]): never {
    const callback = (parameters as ((error: unknown) => void)[]).at(0);
    const connecting = this.connectToLeader();
    if (!callback) return connecting as never;
    connecting.then(
      () => {
        process.nextTick(callback, null);
      },
      (error: unknown) => {
        process.nextTick(callback, error);
      },
    );
    return undefined as never;
  }

  private async connectToLeader(): Promise<this> {
    if (this.leader) {
      this.server = await this.leader.find();
      this.host = this.server.host;
      this.port = this.server.port;
    }
    try {
      await super.connect();
    } catch (error) {
      this.forgetServer();
      throw error;
    }
    this.isConnected = true;
    return this;
  }

  /** Closes the connection when a statement times out, because the next one would wait behind it. */
  override query(...parameters: never[]): never {
    const result = Reflect.apply(super.query.bind(this), this, parameters) as unknown;
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (!isUnanswered(error)) return;
        this.forgetServer();
        if (this.closesUnanswered) void this.end();
      });
    }
    return result as never;
  }

  override end(...parameters: never[]): never {
    this.isClosing = true;
    const force = setTimeout(() => this.connection.stream.destroy(), CLOSE_MS);
    force.unref();
    this.once('end', () => clearTimeout(force));
    return Reflect.apply(super.end.bind(this), this, parameters) as never;
  }
}

/** Keeps the driver's types of the overridden methods. */
export type SessionClient = Client & Pick<BoundedClient, 'closesUnanswered'>;
export const SessionClient = BoundedClient as unknown as new (config: ClientConfig) => SessionClient;
