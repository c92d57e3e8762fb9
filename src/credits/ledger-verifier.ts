/**
 * Verifies the ledger in short parts, beside the running service: entries once, what has changed since the last verification, and the row
 * of every account. Each part is one statement (`ledger-verifier.sql.ts`) that also moves the checkpoint, so a killed verification
 * continues after its last part. It needs the memory of one part.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import {
  Database,
  type Queryable,
  queryableOf,
  type RowOfStatement,
  type Runnable,
  TRY_LOCK,
  UNLOCK,
} from '../platform/database/index.js';
import { CHECKS, LEDGER_SUM } from './ledger-checks.sql.js';
import { findLedgerEnd, LedgerBusy } from './ledger-end.js';
import { COUNTERS, LOTS } from './ledger-verifier.counters.sql.js';
import {
  ACCOUNTS,
  CHECKPOINT,
  type Checkpoint,
  CONFIGURE,
  COUNT_FINDING,
  EARLIEST_ID,
  END_PREDICTIONS,
  ENTRIES,
  NEW_PASS,
  type PartRow,
  PREDICTIONS,
  SUMMED_TO,
  SUMS,
  SUMS_VERIFIED,
} from './ledger-verifier.sql.js';
import { OVERVIEW, OVERVIEW_VERIFIED, SUMMED_OVERVIEW } from './overview/overview-verification.sql.js';
import { PartSize } from './part-size.js';

export interface LedgerFinding {
  check: string;
  /** `accounts.id` or `predictions.id`; `ledger` for the ledger as a whole. */
  subject: string;
  /** `accounts.id`; null for the ledger as a whole. */
  account: string | null;
  detail: string;
}

export interface LedgerReport {
  accounts: number;
  /** All verified entries, now or by verifications before. */
  transfers: number;
  /** Those of them that this verification read. */
  newTransfers: number;
  findings: number;
}

export interface VerifyOptions {
  /** Reads everything anew instead of continuing at the checkpoint. */
  all?: boolean;
  /** Stops the verification between two parts, with its reason. */
  signal?: AbortSignal;
  /** Receives the findings of each part as soon as it ends; the next part waits for it. */
  onFindings?: (findings: LedgerFinding[]) => void | Promise<void>;
}

/** A verification cannot run now; the message says why. */
export class VerificationRefused extends Error {
  override readonly name = 'VerificationRefused';
}

/** The other verification does what this one would. */
export class VerificationRunning extends VerificationRefused {}

/** Key of the advisory lock of a verification: the checkpoint has one writer. Released with the connection. */
const CHECKPOINT_LOCK = 7_264_014;
const LOCK_POLL_MS = 200;

/**
 * The pool's settings are for requests: 2 s a statement, and plans that ignore the bounds of a part. No part reads a table from its start.
 */
const SETTINGS = {
  statement_timeout: '60000',
  plan_cache_mode: 'force_custom_plan',
  jit: 'off',
  enable_seqscan: 'off',
};
const QUERY_TIMEOUT_MS = 62_000;

/** Each part of the accounts also reads the newest entries and the processing predictions, so small parts do not pay. */
const LEAST_ACCOUNTS = 10_000;

/** Entries that arrive meanwhile are verified too, until so few are left that the accounts' parts can add them up. */
const FEW_ENTRIES = 1_000;

const NIL = '00000000-0000-0000-0000-000000000000';
const BEGINNING: Date | string = '-infinity';

const nextRows = (after: string, rows: number) => ({ after, rows });

@Injectable()
export class LedgerVerifier {
  constructor(private readonly database: Database) {}

  /** @throws {VerificationRunning} while another verification runs. */
  async verify(options: VerifyOptions = {}): Promise<LedgerReport> {
    const { client, close } = await this.database.openSession();
    try {
      if (!(await tryLock(client, CHECKPOINT_LOCK)))
        throw new VerificationRunning('A verification of the ledger is running; wait for its end.');
      const report = await new Verification(client, options).run();
      // The server releases the lock of a closed session a moment later, and the next verification may start before.
      await queryableOf(client).run(UNLOCK, { key: CHECKPOINT_LOCK });
      return report;
    } finally {
      // The settings end with the connection, and after a failure the lock.
      close();
    }
  }
}

/** Waits for a running verification. The caller closes the connection. */
export async function verifyOn(client: ClientBase, options: VerifyOptions): Promise<LedgerReport> {
  while (!(await tryLock(client, CHECKPOINT_LOCK)))
    await sleep(LOCK_POLL_MS, undefined, { signal: options.signal });
  return new Verification(client, options).run();
}

/** Returns false when another session has the lock. */
export async function tryLock(client: ClientBase, lock: number): Promise<boolean> {
  const [row] = await queryableOf(client).run(TRY_LOCK, { key: lock });
  return row!.locked;
}

class Verification {
  private findings = 0;
  private newTransfers = 0;
  private readonly session: Queryable;

  constructor(
    client: ClientBase,
    private readonly options: VerifyOptions,
  ) {
    this.session = queryableOf({
      query: async (statement) => {
        options.signal?.throwIfAborted();
        const bounded = { ...statement, query_timeout: QUERY_TIMEOUT_MS };
        return client.query<object>(bounded);
      },
    });
  }

  async run(): Promise<LedgerReport> {
    await this.session.run(CONFIGURE, { names: Object.keys(SETTINGS), values: Object.values(SETTINGS) });
    const { predictions_to } = await this.begin();
    await this.walkPredictions(predictions_to);
    await this.walkEntries(predictions_to);
    await this.walkSums();
    await this.walkOverview();
    await this.walk(COUNTERS, '', nextRows, (part) => part.counter_to);
    await this.walk(LOTS, NIL, nextRows, (part) => part.account_to);
    const accounts = await this.walkAccounts();
    const { entries } = await this.checkpoint();
    const { newTransfers, findings } = this;
    return { accounts, transfers: Number(entries), newTransfers, findings };
  }

  /** A finding stays a finding: after one everything is read anew, so that no verification skips it. */
  private async begin(): Promise<Checkpoint> {
    const checkpoint = await this.checkpoint();
    if (!this.options.all && checkpoint.findings === '0') return checkpoint;
    return (await this.session.run(NEW_PASS, {}))[0]!;
  }

  private async walkPredictions(from: string): Promise<void> {
    const [earliest] = await this.session.run(EARLIEST_ID, {});
    await this.walk(PREDICTIONS, from, nextRows, (part) => part.predictions_to);
    await this.session.run(END_PREDICTIONS, earliest!);
  }

  /** @param walkedFrom the predictions up to it were not walked. */
  private async walkEntries(walkedFrom: string): Promise<void> {
    let checkpoint = await this.checkpoint();
    let left: number;
    do {
      const newest = await this.newestEntry();
      left = Number(newest) - Number(checkpoint.entries_to);
      await this.walkEntriesTo(newest, checkpoint, walkedFrom);
      checkpoint = await this.checkpoint();
    } while (left > FEW_ENTRIES);
  }

  private async walkEntriesTo(newest: string, { pass, entries_to }: Checkpoint, walkedFrom: string) {
    const leftAfter = (after: string) => (BigInt(after) < BigInt(newest) ? after : null);
    const valuesOf = (after: string, rows: number) => ({ after, to: newest, rows, pass, walkedFrom });
    await this.walk(ENTRIES, leftAfter(entries_to), valuesOf, (part) => {
      this.newTransfers += Number(part.entries);
      return leftAfter(part.entries_to);
    });
  }

  /** @returns the end of the ledger. @throws {VerificationRefused} when a transaction does not end. */
  private async newestEntry(): Promise<string> {
    try {
      return await findLedgerEnd(this.session, this.options.signal);
    } catch (error) {
      if (!(error instanceof LedgerBusy)) throw error;
      throw new VerificationRefused(
        `A transaction has been writing to the ledger for more than 30 s (PostgreSQL process ${error.pid}): end it, then verify again.`,
      );
    }
  }

  /** Covers the sums that have entries since the last complete walk. A killed walk begins anew. */
  private async walkSums(): Promise<void> {
    const { sums_to: verifiedTo } = await this.checkpoint();
    const [summed] = await this.session.run(SUMMED_TO, {});
    await this.walk(
      SUMS,
      { account: NIL, quarter: BEGINNING },
      (after, rows) => ({ ...after, rows, verifiedTo }),
      ({ account_to, quarter_to }) =>
        account_to === null ? null : { account: account_to, quarter: quarter_to! },
    );
    await this.session.run(SUMS_VERIFIED, { verifiedTo: summed!.entries_to });
  }

  /** Each hour is one part. */
  private async walkOverview(): Promise<void> {
    const { overview_to: verifiedTo } = await this.checkpoint();
    const [summed] = await this.session.run(SUMMED_OVERVIEW, {});
    const valuesOf = (after: Date | string) => ({ after, verifiedTo });
    await this.walk(OVERVIEW, BEGINNING, valuesOf, (part) => part.hour_to);
    await this.session.run(OVERVIEW_VERIFIED, { verifiedTo: summed!.entries_to });
  }

  private async walkAccounts(): Promise<number> {
    const { pass, entries_to, granted } = await this.checkpoint();
    let accounts = 0;
    let customers = 0n;
    let system = BigInt(granted);
    const add = (part: RowOfStatement<typeof ACCOUNTS>) => {
      accounts += Number(part.accounts);
      customers += BigInt(part.customers);
      system += BigInt(part.granted);
      return part.accounts_to;
    };
    const size = new PartSize(LEAST_ACCOUNTS);
    const valuesOf = (after: string, rows: number) => ({ after, rows, pass, summedTo: entries_to });
    await this.walk(ACCOUNTS, NIL, valuesOf, add, size);
    if (customers !== system) {
      await this.session.run(COUNT_FINDING, {});
      const detail = `wallets and held less owed ${customers}, granted less earned ${system}`;
      await this.report([{ check: LEDGER_SUM, subject: 'ledger', account: null, detail }]);
    }
    return accounts;
  }

  /**
   * Walks in parts, each from where the last one ended.
   * @param from null: nothing is left.
   * @param fold takes the figures of a part. Returns where it ended; null: it was the last.
   */
  private async walk<Values, Part extends PartRow, Position>(
    statement: Runnable<Values, Part>,
    from: Position | null,
    valuesOf: (after: Position, rows: number) => NoInfer<Values>,
    fold: (part: Part) => Position | null,
    size = new PartSize(),
  ): Promise<void> {
    for (let after = from; after !== null;)
      after = fold(await this.part(statement, size, valuesOf(after, size.rows)));
  }

  /** Runs a part and reports its findings. @returns its figures. */
  private async part<Values, Part extends PartRow>(
    statement: Runnable<Values, Part>,
    size: PartSize,
    values: NoInfer<Values>,
  ): Promise<Part> {
    this.options.signal?.throwIfAborted();
    const started = performance.now();
    const rows = await this.session.run(statement, values);
    size.took(performance.now() - started);
    await this.report(
      rows.flatMap(({ check_number, subject, account, detail }) =>
        typeof check_number === 'number'
          ? [{ check: CHECKS[check_number]!.name, subject: subject!, account, detail: detail! }]
          : [],
      ),
    );
    return rows[0]!;
  }

  private async report(findings: LedgerFinding[]): Promise<void> {
    if (findings.length === 0) return;
    this.findings += findings.length;
    await this.options.onFindings?.(findings);
  }

  private async checkpoint(): Promise<Checkpoint> {
    return (await this.session.run(CHECKPOINT, {}))[0]!;
  }
}
