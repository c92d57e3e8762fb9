/**
 * Checks the invariants of the ledger in one snapshot, without blocking writers. Each check returns the accounts or
 * predictions that violate it; no row means that the invariant holds.
 */
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Database } from '../database/index.js';
import { CHECKS, OWNERS } from './ledger-verifier.sql.js';

export interface LedgerFinding {
  check: string;
  /** `accounts.id` or `predictions.id`; `ledger` for the ledger as a whole. */
  subject: string;
  /** `accounts.id` of the account it belongs to; null for the ledger as a whole. */
  account: string | null;
  detail: string;
}

export interface LedgerReport {
  accounts: number;
  transfers: number;
  findings: LedgerFinding[];
}

/** Replaces the pool's timeout, which is for requests: a check may read many millions of rows. */
const CHECK_TIMEOUT_MS = 3_600_000;

export const LEDGER_CHECKS = Object.keys(CHECKS);

@Injectable()
export class LedgerVerifier {
  constructor(private readonly database: Database) {}

  async verify(): Promise<LedgerReport> {
    return this.database.withClient((client) => verifyOn(client));
  }
}

/** Verifies the ledger on the given connection. @param signal stops it between two checks; @throws its reason. */
export async function verifyOn(client: PoolClient, signal?: AbortSignal): Promise<LedgerReport> {
  await client.query('begin transaction isolation level repeatable read read only');
  try {
    await client.query('set local statement_timeout = 0');
    const violations: Omit<LedgerFinding, 'account'>[] = [];
    for (const [check, text] of Object.entries(CHECKS)) {
      signal?.throwIfAborted();
      const { rows } = await client.query<{ subject: string; detail: string }>({
        text,
        query_timeout: CHECK_TIMEOUT_MS,
      } as never);
      violations.push(...rows.map((row) => ({ check, ...row })));
    }
    const owners = await ownersOf(client, violations);
    const findings = violations.map((one) => ({ ...one, account: owners.get(one.subject) ?? null }));
    const counts = await client.query<{ accounts: string; transfers: string }>(
      'select (select count(*) from accounts) as accounts, (select count(*) from ledger_transfers) as transfers',
    );
    const { accounts, transfers } = counts.rows[0]!;
    return { accounts: Number(accounts), transfers: Number(transfers), findings };
  } finally {
    await client.query('rollback');
  }
}

async function ownersOf(client: PoolClient, violations: { subject: string }[]): Promise<Map<string, string>> {
  const ids = [...new Set(violations.map(({ subject }) => subject))].filter(
    (subject) => subject !== 'ledger',
  );
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<{ subject: string; account: string }>({
    text: OWNERS,
    values: [ids],
    query_timeout: CHECK_TIMEOUT_MS,
  } as never);
  return new Map(rows.map(({ subject, account }) => [subject, account]));
}
