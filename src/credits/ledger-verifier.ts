/**
 * Checks every promise about money in one consistent snapshot, without stopping anything. Each check returns the
 * accounts (or predictions) that are off; no row means that the promise holds.
 */
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Database } from '../database/index.js';
import { CHECKS, OWNERS } from './ledger-verifier.sql.js';

export interface LedgerFinding {
  check: string;
  /** Account or prediction, as its id in the database; `ledger` for the whole. */
  subject: string;
  /** Whose money it is, as its id in the database; null for the whole ledger. */
  account: string | null;
  detail: string;
}

export interface LedgerReport {
  accounts: number;
  transfers: number;
  findings: LedgerFinding[];
}

/** Milliseconds: a verification of many millions of rows may take long; the pool's own bound is for requests. */
const HOUR = 3_600_000;

export const LEDGER_CHECKS = Object.keys(CHECKS);

@Injectable()
export class LedgerVerifier {
  constructor(private readonly database: Database) {}

  async verify(): Promise<LedgerReport> {
    return this.database.withClient((client) => verifyOn(client));
  }
}

/** The same on a connection that the caller holds. @param signal ends it between two checks; @throws its reason. */
export async function verifyOn(client: PoolClient, signal?: AbortSignal): Promise<LedgerReport> {
  await client.query('begin transaction isolation level repeatable read read only');
  try {
    await client.query('set local statement_timeout = 0');
    const found: Omit<LedgerFinding, 'account'>[] = [];
    for (const [check, text] of Object.entries(CHECKS)) {
      signal?.throwIfAborted();
      const { rows } = await client.query<{ subject: string; detail: string }>({
        text,
        query_timeout: HOUR,
      } as never);
      found.push(...rows.map((row) => ({ check, ...row })));
    }
    const owners = await ownersOf(client, found);
    const findings = found.map((one) => ({ ...one, account: owners.get(one.subject) ?? null }));
    const counts = await client.query<{ accounts: string; transfers: string }>(
      'select (select count(*) from accounts) as accounts, (select count(*) from ledger_transfers) as transfers',
    );
    const { accounts, transfers } = counts.rows[0]!;
    return { accounts: Number(accounts), transfers: Number(transfers), findings };
  } finally {
    await client.query('rollback');
  }
}

async function ownersOf(client: PoolClient, found: { subject: string }[]): Promise<Map<string, string>> {
  const ids = [...new Set(found.map(({ subject }) => subject))].filter((subject) => subject !== 'ledger');
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<{ subject: string; account: string }>({
    text: OWNERS,
    values: [ids],
    query_timeout: HOUR,
  } as never);
  return new Map(rows.map(({ subject, account }) => [subject, account]));
}
