import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { type AuditSource, AuditTrail } from '../audit/index.js';
import {
  Database,
  type Queryable,
  queryableOf,
  type RowOfStatement,
  type Session,
  sql,
  statement,
} from '../platform/database/index.js';
import {
  BEGIN,
  FINISH,
  LATEST,
  VERIFICATION_LOCK,
  VERIFIED,
  type VerifiedLedger,
} from './ledger-verifications.sql.js';
import { type LedgerFinding, tryLock, verifyOn } from './ledger-verifier.js';

const CANCEL = statement('credits.cancel-verification', {
  parameters: { backend: sql.integer },
  text: 'select pg_cancel_backend($backend)',
});

/** Findings stored per verification; of the others only the number is stored. */
const MAX_STORED_FINDINGS = 100;

/** The pool's timeout is for requests; a result that took minutes to find may take a while to store. */
const FINISH_TIMEOUT_MS = 62_000;

export interface LedgerVerification {
  /** interrupted: its process ended first. */
  state: 'running' | 'done' | 'interrupted';
  /** `users.id`. */
  requestedBy: string;
  startedAt: Date;
  finishedAt: Date | null;
  /** Null until it is done. */
  result: { accounts: number; transfers: number; findingsTotal: number; findings: LedgerFinding[] } | null;
}

/** Runs verifications in the background, one at a time over all processes, and stores their results. */
@Injectable()
export class LedgerVerifications implements BeforeApplicationShutdown {
  private readonly logger = new Logger('ledger');
  private readonly stopping = new AbortController();
  private running: { backend: number; end: Promise<void> } | null = null;
  /** Takes a connection: requests of one process share it. */
  private beginning: Promise<boolean> | null = null;

  constructor(
    private readonly database: Database,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns null when there never was a verification. */
  async latest(): Promise<LedgerVerification | null> {
    const first = await this.read();
    // The lock is read later than the row: a verification that ends in between is neither finished nor locked.
    return first?.state === 'interrupted' ? this.read() : first;
  }

  /** Reads three rows. */
  async verified(): Promise<VerifiedLedger> {
    const [row] = await this.database.list('system.ledger', VERIFIED, {});
    return row!;
  }

  /** Does not wait for the end. @param requestedBy `users.id`. @returns false when a verification is running in any process. */
  async begin(requestedBy: string, source: AuditSource): Promise<boolean> {
    if (this.running) return false;
    if (this.beginning) {
      await this.beginning;
      return false;
    }
    this.beginning = this.beginAlone(requestedBy, source).finally(() => (this.beginning = null));
    return this.beginning;
  }

  private async beginAlone(requestedBy: string, source: AuditSource): Promise<boolean> {
    const session: Session = await this.database.openSession();
    const { client, close } = session;
    try {
      while (!(await tryLock(client, VERIFICATION_LOCK))) {
        // A verification stores its result just before it releases the lock.
        if ((await this.read(queryableOf(client)))?.state !== 'running') continue;
        close();
        return false;
      }
      const id = await this.enter(client, requestedBy, source);
      const backend = (client as unknown as { processID: number }).processID;
      this.running = { backend, end: this.run(session, id) };
      return true;
    } catch (error) {
      close();
      throw error;
    }
  }

  /** Cancels the running statement before the pool is closed: it may wait for a lock. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('the service is stopping'));
    if (!this.running) return;
    await this.database.run(CANCEL, { backend: this.running.backend }).catch(() => undefined);
    await this.running.end;
  }

  private async read(on: Queryable = this.database): Promise<LedgerVerification | null> {
    const [row] = await on.run(LATEST, {});
    return row ? asVerification(row) : null;
  }

  /** Enters the verification and its event in one transaction. @returns its id. */
  private async enter(client: ClientBase, requestedBy: string, source: AuditSource): Promise<string> {
    const tx = queryableOf(client);
    await tx.query('begin');
    const [row] = await tx.run(BEGIN, { user: requestedBy });
    const change = { accountId: null, action: 'ledger.verification_started', target: null };
    await this.trail.record(tx, { ...source, ...change });
    await tx.query('commit');
    return row!.id;
  }

  /** Verifies everything anew; never rejects. Closes the connection: after an error the row reads as interrupted. */
  private async run({ client, close }: Session, id: string): Promise<void> {
    try {
      const first: LedgerFinding[] = [];
      const { accounts, transfers, findings } = await verifyOn(client, {
        all: true,
        signal: this.stopping.signal,
        onFindings: (found) => void first.push(...found.slice(0, MAX_STORED_FINDINGS - first.length)),
      });
      const result = { accounts, transfers, findingsTotal: findings, findings: JSON.stringify(first) };
      const finish = { ...FINISH.bind({ verification: id, ...result }), query_timeout: FINISH_TIMEOUT_MS };
      await client.query(finish);
      const line = { accounts, transfers, findings };
      if (findings === 0) this.logger.log(line, 'everything adds up');
      else this.logger.error({ ...line, first: first[0] });
    } catch (error) {
      this.logger.warn(`a verification was interrupted: ${String(error)}`);
    } finally {
      // Its locks and its settings end with it.
      close();
      this.running = null;
    }
  }
}

function asVerification(row: RowOfStatement<typeof LATEST>): LedgerVerification {
  const state = row.finished_at ? 'done' : row.locked ? 'running' : 'interrupted';
  const result = row.finished_at
    ? {
        accounts: Number(row.accounts),
        transfers: Number(row.transfers),
        findingsTotal: Number(row.findings_total),
        findings: row.findings!,
      }
    : null;
  return {
    state,
    requestedBy: row.requested_by,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    result,
  };
}
