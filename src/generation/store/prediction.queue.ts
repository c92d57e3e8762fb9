import { Injectable } from '@nestjs/common';
import type { Route } from '../../catalogue/index.js';
import { Coalescer, Database } from '../../database/index.js';
import type { ProviderRef } from '../../providers/index.js';
import { IsolatedProgram } from './isolated-program.js';
import type { ClaimedPrediction } from './prediction.js';
import {
  ABSENT_WORKERS,
  AWAIT,
  BEGIN,
  CLAIM,
  CORRECT_FUTURE,
  CORRECTED_AT_ONCE,
  LOST,
  NEXT_DUE,
  RELEASE,
  RELEASE_ABANDONED,
  RENEW,
  REROUTE,
  RETRY,
} from './prediction.queue.sql.js';

/** Rows are taken in one order by every statement that takes several, so that two never wait for each other in a circle. */
const byId = <T extends { id: string }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

const MAX_STATEMENT_BYTES = 512 * 1024;

/** No deadline is further away, and no engine is waited for longer; the database takes no time beyond its calendar. */
const LONGEST_WAIT_MS = 86_400_000;
const waitOf = (milliseconds: number): number => Math.min(Math.max(milliseconds || 0, 0), LONGEST_WAIT_MS);

/** What may be begun at an engine now. */
export interface Room {
  provider: string;
  /** Submits. */
  places: number;
  /** Polls. */
  polls: number;
}

export interface Held {
  id: string;
  fence: number;
  progress: number;
}

interface Awaited extends Lease {
  ref: ProviderRef;
  pollAfterMs: number;
  progress?: number;
  queuePosition?: number;
}

@Injectable()
export class PredictionQueue {
  /**
   * Intents of steps that begin together are one statement, committed before any of them calls its engine, so that a worker
   * that takes a prediction over knows that the engine may have it. When the database goes away during the statement,
   * every step of the batch gets that error and calls no engine.
   */
  private readonly intents: Coalescer<Lease, number | null>;
  /** Polls come back in hundreds when thousands wait at engines: what came back meanwhile is written together. */
  private readonly awaits: Coalescer<Awaited, boolean>;

  constructor(
    private readonly database: Database,
    private readonly program: IsolatedProgram,
  ) {
    this.intents = new Coalescer((leases) => this.runBegins(leases), { maxBatch: 400 });
    this.awaits = new Coalescer((told) => this.runAwaits(told), {
      maxBatch: 200,
      maxBytes: MAX_STATEMENT_BYTES,
      // A reference is what an engine gave, as large as it pleased.
      weigh: ({ ref }) => JSON.stringify(ref).length,
    });
  }

  async claim(
    room: Room[],
    total: number,
    workerId: number,
    leaseSeconds: number,
  ): Promise<ClaimedPrediction[]> {
    return this.database.prepared<ClaimedPrediction>('claim', CLAIM, [
      room.map(({ provider }) => provider),
      room.map(({ places }) => places),
      room.map(({ polls }) => polls),
      workerId,
      leaseSeconds,
      total,
      this.program.suspectsFrom,
    ]);
  }

  /** Also moves the leases to `workerId`, if they were claimed under another number. @returns the ids that are still ours. */
  async renew(held: Held[], workerId: number, leaseSeconds: number): Promise<Set<string>> {
    const ordered = byId(held);
    const rows = await this.database.prepared<{ id: string }>('renew', RENEW, [
      ordered.map(({ id }) => id),
      ordered.map(({ fence }) => fence),
      ordered.map(({ progress }) => Math.floor(progress)),
      leaseSeconds,
      workerId,
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /** @returns how many of those that could not be renewed were taken from this worker, and not ended by it. */
  async countLost(leases: Lease[]): Promise<number> {
    const [row] = await this.database.prepared<{ count: number }>('lost', LOST, [
      leases.map(({ id }) => id),
      leases.map(({ fence }) => fence),
    ]);
    return row!.count;
  }

  /** @returns the number of this attempt, or null when the prediction is not ours any more. */
  async begin({ id, fence }: Lease): Promise<number | null> {
    return this.intents.call({ id, fence });
  }

  private async runBegins(leases: Lease[]): Promise<(number | null)[]> {
    const rows = await this.database.prepared<{ id: string; attempts: number }>('begin', BEGIN, [
      JSON.stringify(byId(leases)),
    ]);
    const attempts = new Map(rows.map((row) => [row.id, row.attempts]));
    return leases.map(({ id }) => attempts.get(id) ?? null);
  }

  async await(
    { id, fence }: Lease,
    { ref, pollAfterMs, progress, queuePosition }: Omit<Awaited, keyof Lease>,
  ): Promise<boolean> {
    return this.awaits.call({ id, fence, ref, pollAfterMs, progress, queuePosition });
  }

  private async runAwaits(told: Awaited[]): Promise<boolean[]> {
    const rows = byId(
      told.map(({ id, fence, ref, pollAfterMs, progress, queuePosition }) => ({
        id,
        fence,
        ref,
        poll_after_ms: waitOf(pollAfterMs),
        progress: Math.max(0, Math.min(99, Math.floor(progress ?? 0))),
        queue_position: queuePosition ?? null,
      })),
    );
    const written = await this.database.prepared<{ id: string }>('await', AWAIT, [JSON.stringify(rows)]);
    const ours = new Set(written.map(({ id }) => id));
    return told.map(({ id }) => ours.has(id));
  }

  async retry({ id, fence }: Lease, retry: Retry): Promise<boolean> {
    const { delayMs, counted, message, maybeSent = false, keepRef = false, route } = retry;
    const moved = [route?.provider ?? null, route?.model ?? null];
    const values = [id, fence, waitOf(delayMs), counted ? 1 : 0, message, maybeSent, keepRef, ...moved];
    return (await this.database.prepared('retry', RETRY, values)).length > 0;
  }

  /** @param unsent true when it is certain that the engine has nothing of it. */
  async release({ id, fence }: Lease, unsent: boolean): Promise<void> {
    await this.database.prepared('release', RELEASE, [id, fence, unsent]);
  }

  async absentWorkers(lockClass: number): Promise<number[]> {
    const rows = await this.database.prepared<{ worker: number }>('absent-workers', ABSENT_WORKERS, [
      lockClass,
    ]);
    return rows.map(({ worker }) => worker);
  }

  async releaseAbandoned(workers: number[]): Promise<number> {
    return (await this.database.prepared('release-abandoned', RELEASE_ABANDONED, [workers])).length;
  }

  async nextDueMs(room: Room[]): Promise<number | null> {
    const [row] = await this.database.prepared<{ in_ms: number | null }>('next-due', NEXT_DUE, [
      room.filter(({ places }) => places > 0).map(({ provider }) => provider),
      room.filter(({ polls }) => polls > 0).map(({ provider }) => provider),
      this.program.suspectsFrom,
    ]);
    return row?.in_ms ?? null;
  }

  /** Corrects what lies in the future after a step of the database's clock. @returns how many predictions did. */
  async correctFuture(leaseSeconds: number, hasStepped: boolean): Promise<number> {
    let corrected = 0;
    for (;;) {
      const { length } = await this.database.query(CORRECT_FUTURE, [leaseSeconds, hasStepped]);
      corrected += length;
      if (length < CORRECTED_AT_ONCE) return corrected;
    }
  }

  /** @returns how many went from an engine to the next one. */
  async reroute(from: string, modelKey: string, to: Route): Promise<number> {
    const values = [from, modelKey, to.provider, to.model];
    return (await this.database.prepared('reroute', REROUTE, values)).length;
  }
}

export interface Retry {
  delayMs: number;
  /** False for a throttled submit, which costs no attempt. */
  counted: boolean;
  /** Public, for the timeline. */
  message: string;
  /** The engine may have accepted it: the intent stays, and the next step finds out first. */
  maybeSent?: boolean;
  /** Only our own part failed: go on with what the engine has. */
  keepRef?: boolean;
  /** The engine to use from now on. */
  route?: Route;
}

export interface Lease {
  id: string;
  fence: number;
}
