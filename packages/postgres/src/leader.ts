/** One search serves all connections that wait for it; its result is kept until a session of that server is lost or read-only. */
import { Client } from 'pg';
import { type DatabaseAddress, describeHosts, type Host } from './database-address.js';
import { queryableOf } from './queryable.js';
import { sql } from './sql-type.js';
import { statement } from './statement.js';

/** The next host is tried after this time although the one before has not responded. */
const NEXT_HOST_MS = 300;
/** Below the pool's timeout for a connection. */
const SEARCH_MS = 1_500;

export const IS_READ_ONLY = `pg_is_in_recovery() or current_setting('transaction_read_only') = 'on'`;

export const READ_MODE = statement('postgres.read-mode', {
  parameters: {},
  row: { read_only: sql.boolean },
  text: `select ${IS_READ_ONLY} as read_only`,
});

/** The server is a standby or was made read-only. Callers get a 503, as for the server's own error of this code. */
export class ReadOnlyError extends Error {
  override readonly name = 'ReadOnlyError';
  /** read_only_sql_transaction */
  readonly code = '25006';
}

/** Errors that more attempts do not change. The most telling comes first. */
const TELLING = ['28P01', '28000', '3D000', '25006'];

export class Leader {
  private known: Host | null = null;
  private searching?: Promise<Host>;

  constructor(
    private readonly address: DatabaseAddress,
    private readonly applicationName?: string,
  ) {}

  /** @throws the most telling error of the hosts when none accepts writes. */
  find(): Promise<Host> {
    const { hosts } = this.address;
    if (hosts.length === 1) return Promise.resolve(hosts[0]!);
    if (this.known) return Promise.resolve(this.known);
    this.searching ??= this.search().finally(() => (this.searching = undefined));
    return this.searching;
  }

  forget(host: Host): void {
    if (this.known === host) this.known = null;
  }

  private async search(): Promise<Host> {
    this.known = await firstOf(this.address.hosts, (host, signal) => this.probe(host, signal));
    return this.known;
  }

  private async probe(host: Host, signal: AbortSignal): Promise<void> {
    const client = new Client({
      connectionString: this.address.urlOf(host),
      application_name: this.applicationName,
      connectionTimeoutMillis: SEARCH_MS,
      query_timeout: SEARCH_MS,
    });
    client.on('error', () => undefined); // The statement rejects as well.
    const destroy = () => client.connection.stream.destroy();
    signal.addEventListener('abort', destroy);
    try {
      await client.connect();
      const [mode] = await queryableOf(client).run(READ_MODE, {});
      if (mode!.read_only) throw new ReadOnlyError(`The server on ${describeHosts([host])} is read-only`);
    } finally {
      signal.removeEventListener('abort', destroy);
      // Not awaited, because a server may no longer respond.
      const force = setTimeout(destroy, SEARCH_MS);
      client.once('end', () => clearTimeout(force));
      client.end().catch(() => undefined);
    }
  }
}

/** Probes the next host when the one before has failed or is silent. Returns the first that succeeds. */
export async function firstOf(
  hosts: readonly Host[],
  probe: (host: Host, signal: AbortSignal) => Promise<void>,
): Promise<Host> {
  const errors: unknown[] = [];
  const over = new AbortController();
  const timeout = setTimeout(() => over.abort(), SEARCH_MS);
  try {
    return await new Promise<Host>((resolve, reject) => {
      let begun = 0;
      const fail = () => reject(mostTelling(errors));
      const next = () => {
        const host = hosts[begun];
        if (!host || over.signal.aborted) return;
        begun += 1;
        const silence = setTimeout(next, NEXT_HOST_MS);
        probe(host, over.signal).then(
          () => {
            clearTimeout(silence);
            resolve(host);
          },
          (error: unknown) => {
            clearTimeout(silence);
            errors.push(error);
            if (errors.length === hosts.length) fail();
            else if (errors.length === begun) next();
          },
        );
      };
      over.signal.addEventListener('abort', fail);
      next();
    });
  } finally {
    clearTimeout(timeout);
    over.abort();
  }
}

function mostTelling(errors: readonly unknown[]): Error {
  const codeOf = (error: unknown) => (error as { code?: string } | null)?.code ?? '';
  const found = TELLING.flatMap((code) => errors.filter((error) => codeOf(error) === code))[0] ?? errors[0];
  // The same words as the pool's: the database is unavailable.
  return found instanceof Error ? found : new Error('timeout exceeded when trying to connect');
}
