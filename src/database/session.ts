/**
 * A PostgreSQL session that ends on both sides when either is gone: statements have a timeout on both, keepalives end a
 * half-open connection, and a connection with an unanswered statement is closed.
 *
 * The server's settings are set by a statement after connecting, not by startup parameters: poolers reject or drop those,
 * and a server rejects the whole connection for a name that its version does not know.
 */
import { Client, type ClientBase, type ClientConfig } from 'pg';

/** The server ends a connection whose client acknowledges nothing after 5 + 3 × 2 s, or 10 s with data in flight. */
const KEEPALIVE_SETTINGS = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
};
/**
 * What the statements and the driver's parsers rely on. A server, database or role may have other defaults: German dates,
 * a local time zone, another isolation.
 */
const FORMATS = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
};
/** Ends a statement whose client is gone; since PostgreSQL 14, and not on every platform. */
const CLIENT_CHECK_SETTINGS = { client_connection_check_interval: '1000' };

const SET_ALL = `
select set_config(name, value, false) from unnest($1::text[], $2::text[]) as s (name, value)
where current_setting(name, true) is not null`;
const SET_ALL_MS = 2_000;

/** How long closing a connection waits for the server before the socket is destroyed (half-open connections). */
const CLOSE_MS = 1_000;

/** The driver's keepalive, which detects within 15 s that the server is gone. */
export const CLIENT_KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** Sets `settings` on a new connection, the formats of values, and what lets the server detect a lost client. */
export async function configureSession(
  client: ClientBase,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const always = { ...FORMATS, ...settings, ...KEEPALIVE_SETTINGS };
  try {
    await set(client, { ...always, ...CLIENT_CHECK_SETTINGS });
  } catch (error) {
    // 22023: this platform cannot check for lost clients.
    if ((error as { code?: unknown }).code !== '22023') throw error;
    await set(client, always);
  }
}

async function set(client: ClientBase, settings: Readonly<Record<string, string>>): Promise<void> {
  const values = [Object.keys(settings), Object.values(settings)];
  const statement = { text: SET_ALL, values, query_timeout: SET_ALL_MS };
  await client.query(statement);
}

/** True for the driver's error of a statement that timed out on the client. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

class BoundedClient extends Client {
  /** False: the owner closes the connection itself. */
  closesUnanswered = true;

  /**
   * Adds a listener, because an `error` event without one ends the process and the pool removes its own from a checked-out
   * client. The current or next statement rejects as well.
   */
  constructor(config: ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }

  /** Closes the connection when a statement times out: the next one would wait behind it. */
  override query(...parameters: never[]): never {
    const result = Reflect.apply(super.query.bind(this), this, parameters) as unknown;
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (this.closesUnanswered && isUnanswered(error)) void this.end();
      });
    }
    return result as never;
  }

  override end(...parameters: never[]): never {
    const force = setTimeout(() => this.connection.stream.destroy(), CLOSE_MS);
    force.unref();
    this.once('end', () => clearTimeout(force));
    return Reflect.apply(super.end.bind(this), this, parameters) as never;
  }
}

/** The driver's client, closed when a statement times out. Its overridden methods keep the driver's types. */
export type SessionClient = Client & Pick<BoundedClient, 'closesUnanswered'>;
export const SessionClient = BoundedClient as unknown as new (config: ClientConfig) => SessionClient;
