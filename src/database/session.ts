/**
 * A session of PostgreSQL that neither side keeps when the other one is gone: statements are bounded on both, keepalives
 * end a connection that was lost in silence, and one that left a statement unanswered is closed and never used again.
 *
 * The server's settings are made by a statement after connecting and not by start parameters: poolers refuse or drop
 * those, and a server refuses the whole connection for a name that its version does not know.
 */
import { Client, type ClientBase, type ClientConfig } from 'pg';

/** Seconds after which the server ends a connection whose client acknowledges nothing: 5 + 3 × 2, or 10 with data under way. */
const KEEPALIVE_SETTINGS = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
};
/** Ends a statement whose client has gone; PostgreSQL 14 and newer, and not on every platform. */
const CLIENT_CHECK_SETTINGS = { client_connection_check_interval: '1000' };

const SETTLE = `
select set_config(name, value, false) from unnest($1::text[], $2::text[]) as s (name, value)
where current_setting(name, true) is not null`;
const SETTLE_MS = 2_000;

/** A closing connection says goodbye and is cut after this: on a half-open one nobody answers. */
const GOODBYE_MS = 1_000;

/** The driver's own keepalive, which notices within 15 s that the server is gone. */
export const CLIENT_KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** Makes the settings of a new connection: `settings`, and those by which the server notices a lost client. */
export async function settleSession(
  client: ClientBase,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const always = { ...settings, ...KEEPALIVE_SETTINGS };
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
  const statement = { text: SETTLE, values, query_timeout: SETTLE_MS };
  await client.query(statement);
}

/** The driver's word for a statement that was not answered in time. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

class BoundedClient extends Client {
  /** False: whoever has it closes it, when it sees fit. */
  closesUnanswered = true;

  /**
   * An `error` event without a listener ends the process, and a client that is checked out of the pool has none of the
   * pool's. The statement under way, or the next one, rejects as well.
   */
  constructor(config: ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }

  /** Closes the connection when a statement was not answered: the next one would wait behind it. */
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
    const force = setTimeout(() => this.connection.stream.destroy(), GOODBYE_MS);
    force.unref();
    this.once('end', () => clearTimeout(force));
    return Reflect.apply(super.end.bind(this), this, parameters) as never;
  }
}

/** A driver's client that closes what was lost; its overridden methods have the types of the driver's own. */
export type SessionClient = Client & Pick<BoundedClient, 'closesUnanswered'>;
export const SessionClient = BoundedClient as unknown as new (config: ClientConfig) => SessionClient;
