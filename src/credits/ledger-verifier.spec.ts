import type { PoolClient } from 'pg';
import type { Database } from '../database/index.js';
import { LEDGER_CHECKS, LedgerVerifier, verifyOn } from './ledger-verifier.js';

type Statement = string | { text: string; values?: unknown[]; query_timeout?: number };

/** Fakes a connection: the check number n returns `found[n]`, and the query of owners returns `owners`. */
function connection(
  found: Record<number, { subject: string; detail: string }[]> = {},
  owners: object[] = [],
) {
  const statements: Statement[] = [];
  const checks: Statement[] = [];
  const ownerQueries: unknown[][] = [];
  const rowsOf = (statement: Statement): object[] => {
    if (typeof statement === 'string')
      return statement.startsWith('select') ? [{ accounts: '3', transfers: '70' }] : [];
    if (!statement.values) return found[checks.push(statement) - 1] ?? [];
    ownerQueries.push(statement.values);
    return owners;
  };
  const query = async (statement: Statement) => {
    statements.push(statement);
    return { rows: rowsOf(statement) };
  };
  return { client: { query } as unknown as PoolClient, statements, checks, ownerQueries };
}

describe('a verification of the ledger', () => {
  it('runs every check in one read-only snapshot, and counts the rows it read', async () => {
    const { client, statements, checks, ownerQueries } = connection();
    expect(await verifyOn(client)).toEqual({ accounts: 3, transfers: 70, findings: [] });
    expect(checks).toHaveLength(LEDGER_CHECKS.length);
    expect(new Set(checks.map((check) => (check as { text: string }).text)).size).toBe(LEDGER_CHECKS.length);
    expect(statements[0]).toBe('begin transaction isolation level repeatable read read only');
    expect(statements.at(-1)).toBe('rollback');
    expect(ownerQueries).toEqual([]);
  });

  it('gives each check an hour, on the server and on the connection', async () => {
    const { client, statements, checks } = connection({ 0: [{ subject: 'a', detail: '' }] });
    await verifyOn(client);
    expect(statements[1]).toBe('set local statement_timeout = 0');
    const bounds = statements.filter((one) => typeof one !== 'string').map((one) => one.query_timeout);
    expect(bounds).toEqual(Array.from({ length: checks.length + 1 }, () => 3_600_000));
  });

  it('returns each finding with its check and the account it belongs to', async () => {
    const { client, ownerQueries } = connection(
      {
        0: [{ subject: 'a1', detail: 'balance 5, entries 4' }],
        3: [{ subject: 'ledger', detail: 'off by 1' }],
        6: [
          { subject: 'p1', detail: 'two charges' },
          { subject: 'a1', detail: 'again' },
        ],
      },
      [
        { subject: 'a1', account: 'a1' },
        { subject: 'p1', account: 'a9' },
      ],
    );
    const [first, fourth, seventh] = [0, 3, 6].map((turn) => LEDGER_CHECKS[turn]);
    expect((await verifyOn(client)).findings).toEqual([
      { check: first, subject: 'a1', account: 'a1', detail: 'balance 5, entries 4' },
      { check: fourth, subject: 'ledger', account: null, detail: 'off by 1' },
      { check: seventh, subject: 'p1', account: 'a9', detail: 'two charges' },
      { check: seventh, subject: 'a1', account: 'a1', detail: 'again' },
    ]);
    // Each id once. `ledger` is no uuid: the database would reject it.
    expect(ownerQueries).toEqual([[['a1', 'p1']]]);
  });

  it('queries no owner when only the ledger as a whole is off', async () => {
    const { client, ownerQueries } = connection({ 3: [{ subject: 'ledger', detail: 'off' }] });
    expect((await verifyOn(client)).findings).toMatchObject([{ subject: 'ledger', account: null }]);
    expect(ownerQueries).toEqual([]);
  });

  it('stops between two checks when aborted, with the reason, and leaves no transaction open', async () => {
    const stopping = new AbortController();
    const { client, statements, checks } = connection();
    const query = client.query.bind(client) as (statement: Statement) => Promise<unknown>;
    client.query = ((statement: Statement) => {
      if (checks.length === 1) stopping.abort(new Error('the service is stopping'));
      return query(statement);
    }) as never;
    await expect(verifyOn(client, stopping.signal)).rejects.toThrow('the service is stopping');
    expect(checks).toHaveLength(2);
    expect(statements.at(-1)).toBe('rollback');
  });

  it('leaves no transaction open when a check fails', async () => {
    const { client, statements } = connection();
    const query = client.query.bind(client) as (statement: Statement) => Promise<unknown>;
    client.query = ((statement: Statement) =>
      typeof statement === 'string' ? query(statement) : Promise.reject(new Error('away'))) as never;
    await expect(verifyOn(client)).rejects.toThrow('away');
    expect(statements.at(-1)).toBe('rollback');
  });

  it('uses one connection of the pool', async () => {
    const { client } = connection();
    const database = { withClient: (work: (client: PoolClient) => unknown) => work(client) };
    const report = await new LedgerVerifier(database as unknown as Database).verify();
    expect(report).toEqual({ accounts: 3, transfers: 70, findings: [] });
  });
});
