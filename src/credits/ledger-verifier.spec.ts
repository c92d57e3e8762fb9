import type { PoolClient } from 'pg';
import type { Database } from '../database/index.js';
import { LEDGER_CHECKS, LedgerVerifier, verifyOn } from './ledger-verifier.js';

type Statement = string | { text: string; values?: unknown[]; query_timeout?: number };

/** A connection on which every check finds what `found` says of its turn, and every owner is known by `owners`. */
function connection(
  found: Record<number, { subject: string; detail: string }[]> = {},
  owners: object[] = [],
) {
  const heard: Statement[] = [];
  const checks: Statement[] = [];
  const asked: unknown[][] = [];
  const answerTo = (statement: Statement): object[] => {
    if (typeof statement === 'string')
      return statement.startsWith('select') ? [{ accounts: '3', transfers: '70' }] : [];
    if (!statement.values) return found[checks.push(statement) - 1] ?? [];
    asked.push(statement.values);
    return owners;
  };
  const query = async (statement: Statement) => {
    heard.push(statement);
    return { rows: answerTo(statement) };
  };
  return { client: { query } as unknown as PoolClient, heard, checks, asked };
}

describe('a verification of the ledger', () => {
  it('makes every check, within one snapshot that writes nothing, and counts what it looked at', async () => {
    const { client, heard, checks, asked } = connection();
    expect(await verifyOn(client)).toEqual({ accounts: 3, transfers: 70, findings: [] });
    expect(checks).toHaveLength(LEDGER_CHECKS.length);
    expect(new Set(checks.map((check) => (check as { text: string }).text)).size).toBe(LEDGER_CHECKS.length);
    expect(heard[0]).toBe('begin transaction isolation level repeatable read read only');
    expect(heard.at(-1)).toBe('rollback');
    expect(asked).toEqual([]);
  });

  it('lets no check be cut off within the hour, neither by the server nor by the connection', async () => {
    const { client, heard, checks } = connection({ 0: [{ subject: 'a', detail: '' }] });
    await verifyOn(client);
    expect(heard[1]).toBe('set local statement_timeout = 0');
    const bounds = heard.filter((one) => typeof one !== 'string').map((one) => one.query_timeout);
    expect(bounds).toEqual(Array.from({ length: checks.length + 1 }, () => 3_600_000));
  });

  it('tells each finding with its check and with whose money it is', async () => {
    const { client, asked } = connection(
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
    // An id for each, once; `ledger` is none, and the database would refuse it.
    expect(asked).toEqual([[['a1', 'p1']]]);
  });

  it('asks for no owner when only the whole is off', async () => {
    const { client, asked } = connection({ 3: [{ subject: 'ledger', detail: 'off' }] });
    expect((await verifyOn(client)).findings).toMatchObject([{ subject: 'ledger', account: null }]);
    expect(asked).toEqual([]);
  });

  it('ends between two checks when it is told to, with the reason, and leaves no transaction open', async () => {
    const stopping = new AbortController();
    const { client, heard, checks } = connection();
    const query = client.query.bind(client) as (statement: Statement) => Promise<unknown>;
    client.query = ((statement: Statement) => {
      if (checks.length === 1) stopping.abort(new Error('the service is stopping'));
      return query(statement);
    }) as never;
    await expect(verifyOn(client, stopping.signal)).rejects.toThrow('the service is stopping');
    expect(checks).toHaveLength(2);
    expect(heard.at(-1)).toBe('rollback');
  });

  it('leaves no transaction open when a check fails', async () => {
    const { client, heard } = connection();
    const query = client.query.bind(client) as (statement: Statement) => Promise<unknown>;
    client.query = ((statement: Statement) =>
      typeof statement === 'string' ? query(statement) : Promise.reject(new Error('away'))) as never;
    await expect(verifyOn(client)).rejects.toThrow('away');
    expect(heard.at(-1)).toBe('rollback');
  });

  it('uses one connection of the pool for all of it', async () => {
    const { client } = connection();
    const database = { withClient: (work: (client: PoolClient) => unknown) => work(client) };
    const report = await new LedgerVerifier(database as unknown as Database).verify();
    expect(report).toEqual({ accounts: 3, transfers: 70, findings: [] });
  });
});
