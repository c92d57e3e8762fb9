import { Injectable } from '@nestjs/common';
import type { Route } from '../../catalogue/index.js';
import { Coalescer, Database, type RowOfStatement } from '../../platform/database/index.js';
import type { ProviderRef } from '../../providers/index.js';
import type { ClaimedPrediction } from '../prediction.js';
import { ABSENT_WORKERS, RELEASE_ABANDONED } from './abandoned-leases.sql.js';
import { ClaimMarks } from './claim-marks.js';
import type { FreeCapacity, TakenEngines } from './free-capacity.js';
import { CORRECT_FUTURE, MAX_CORRECTED } from './future-times.sql.js';
import { IsolatedProgram } from './isolated-program.js';
import {
  AWAIT,
  BEGIN,
  CLAIM,
  COUNT_LOST,
  NEXT_DUE,
  RELEASE,
  RENEW,
  REROUTE,
  RETRY,
} from './prediction.queue.sql.js';

/** Every statement locks rows in the order of their ids, so that two statements never deadlock. */
const sortedById = <T extends { id: string }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

const MAX_STATEMENT_BYTES = 512 * 1024;

/** Bounds waits that an engine asks for: longer than any deadline, and within the range of a timestamp. */
const MAX_WAIT_MS = 86_400_000;
const boundedWaitMs = (milliseconds: number): number => Math.min(Math.max(milliseconds || 0, 0), MAX_WAIT_MS);

/** The maximum of a column: a larger report of one engine would fail the statement of all engines. */
const MAX_INTEGER = 2 ** 31 - 1;

function boundedInteger(reported: number | undefined, max: number): number | null {
  if (reported === undefined || Number.isNaN(reported)) return null;
  return Math.max(0, Math.min(max, Math.floor(reported)));
}

export interface HeldLease {
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
  private readonly marks = new ClaimMarks();
  /**
   * Intents of steps that begin together are one statement, committed before any of them calls its engine, so that after a takeover the
   * next worker knows that the engine may have the prediction. If the database is lost meanwhile, every step of the batch gets the error
   * and calls no engine.
   */
  private readonly intents: Coalescer<Lease, number | null>;
  /** Hundreds of polls end at once with thousands of predictions at engines, so they are written in batches. */
  private readonly awaits: Coalescer<Awaited, boolean>;

  constructor(
    private readonly database: Database,
    private readonly program: IsolatedProgram,
  ) {
    this.intents = new Coalescer((leases) => this.runBegins(leases), { maxBatch: 400 });
    this.awaits = new Coalescer((awaited) => this.runAwaits(awaited), {
      maxBatch: 200,
      maxBytes: MAX_STATEMENT_BYTES,
      // An engine can return a reference of any size.
      weigh: ({ ref }) => JSON.stringify(ref).length,
    });
  }

  /**
   * @param maxSubmits bound at all engines together. @param onTaken gets the engines at which no further prediction can be submitted now.
   */
  async claim(
    free: FreeCapacity[],
    maxSubmits: number,
    workerId: number,
    leaseSeconds: number,
    onTaken: (taken: TakenEngines) => void = () => undefined,
  ): Promise<ClaimedPrediction[]> {
    const planned = this.marks.plan(free);
    try {
      const rows = await this.database.run(CLAIM, {
        engines: free.map(({ provider }) => provider),
        submits: free.map(({ submits }) => submits),
        polls: free.map(({ polls }) => polls),
        worker: workerId,
        leaseSeconds,
        maxSubmits,
        suspectsFrom: this.program.suspectsFrom,
        submitsFromMs: planned.starts.map(({ submitsFromMs }) => submitsFromMs),
        pollsFromMs: planned.starts.map(({ pollsFromMs }) => pollsFromMs),
        waitingTags: planned.starts.map(({ waitingTag }) => waitingTag),
        waitingIds: planned.starts.map(({ waitingId }) => waitingId),
        placeLimits: free.map(({ placeLimit }) => placeLimit ?? null),
      });
      const { full_engines: full, busy_engines: busy } = rows[0]!;
      if (full.length > 0 || busy.length > 0) onTaken({ full, busy });
      return this.marks.record(planned, rows, maxSubmits);
    } catch (error) {
      this.marks.recordFailure(planned);
      throw error;
    }
  }

  /** Moves leases claimed under another number to `workerId`. @returns the renewed ids. */
  async renew(held: HeldLease[], workerId: number, leaseSeconds: number): Promise<Set<string>> {
    const ordered = sortedById(held);
    const rows = await this.database.run(RENEW, {
      ids: ordered.map(({ id }) => id),
      fences: ordered.map(({ fence }) => fence),
      progress: ordered.map(({ progress }) => Math.floor(progress)),
      leaseSeconds,
      worker: workerId,
    });
    return new Set(rows.map(({ id }) => id));
  }

  /** Does not count those of the leases that this worker ended itself. */
  async countLost(leases: Lease[]): Promise<number> {
    const [row] = await this.database.run(COUNT_LOST, {
      ids: leases.map(({ id }) => id),
      fences: leases.map(({ fence }) => fence),
    });
    return row!.count;
  }

  /** @returns the number of the attempt; null when the lease is lost. */
  async begin({ id, fence }: Lease): Promise<number | null> {
    return this.intents.call({ id, fence });
  }

  private async runBegins(leases: Lease[]): Promise<(number | null)[]> {
    const rows = await this.database.run(BEGIN, { leases: JSON.stringify(sortedById(leases)) });
    const attempts = new Map(rows.map((row) => [row.id, row.attempts]));
    return leases.map(({ id }) => attempts.get(id) ?? null);
  }

  /** @returns false when the lease is lost. */
  async await(
    { id, fence }: Lease,
    { ref, pollAfterMs, progress, queuePosition }: Omit<Awaited, keyof Lease>,
  ): Promise<boolean> {
    return this.awaits.call({ id, fence, ref, pollAfterMs, progress, queuePosition });
  }

  private async runAwaits(awaited: Awaited[]): Promise<boolean[]> {
    const rows = sortedById(
      awaited.map(({ id, fence, ref, pollAfterMs, progress, queuePosition }) => ({
        id,
        fence,
        ref,
        poll_after_ms: boundedWaitMs(pollAfterMs),
        progress: boundedInteger(progress ?? 0, 99) ?? 0,
        queue_position: boundedInteger(queuePosition, MAX_INTEGER),
      })),
    );
    const written = await this.database.run(AWAIT, { leases: JSON.stringify(rows) });
    const writtenIds = new Set(written.map(({ id }) => id));
    return awaited.map(({ id }) => writtenIds.has(id));
  }

  /** @returns false when the lease is lost. */
  async retry({ id, fence }: Lease, retry: Retry): Promise<boolean> {
    const { delayMs, isCounted, message, route } = retry;
    const { isAmbiguous = false, keepsRef = false, isBusy = false } = retry;
    const written = await this.database.run(RETRY, {
      ...{ id, fence, delayMs: boundedWaitMs(delayMs), errors: isCounted ? 1 : 0, message },
      ...{ isAmbiguous, keepsRef, provider: route?.provider ?? null, model: route?.model ?? null, isBusy },
    });
    return written.length > 0;
  }

  /**
   * @param isUnsent true when the engine certainly does not have the prediction.
   * @param isNoAttempt true when what has begun counts as no attempt. @param afterMs until it can be claimed again.
   */
  async release({ id, fence }: Lease, isUnsent: boolean, isNoAttempt = false, afterMs = 0): Promise<void> {
    await this.database.run(RELEASE, { id, fence, isUnsent, isNoAttempt, afterMs });
  }

  async absentWorkers(lockClass: number): Promise<number[]> {
    const rows = await this.database.run(ABSENT_WORKERS, { lockClass });
    return rows.map(({ worker }) => worker);
  }

  /** @returns how many leases it expired. */
  async releaseAbandoned(workers: number[]): Promise<number> {
    return (await this.database.run(RELEASE_ABANDONED, { workers })).length;
  }

  /** Null when no begun prediction is due at an engine with free capacity. */
  async nextDueMs(free: FreeCapacity[]): Promise<number | null> {
    const submits = free.filter((one) => one.submits > 0).map(({ provider }) => provider);
    const polls = free.filter((one) => one.polls > 0).map(({ provider }) => provider);
    const [row] = await this.database.run(NEXT_DUE, {
      submits,
      polls,
      suspectsFrom: this.program.suspectsFrom,
      submitsFromMs: submits.map((provider) => this.marks.startOf(provider).submitsFromMs),
      pollsFromMs: polls.map((provider) => this.marks.startOf(provider).pollsFromMs),
    });
    return row?.in_ms ?? null;
  }

  /** @returns how many predictions it corrected, and how many it skipped because they are locked. */
  async correctFuture(
    leaseSeconds: number,
    hasStepped: boolean,
  ): Promise<RowOfStatement<typeof CORRECT_FUTURE>> {
    let total = 0;
    for (;;) {
      const [row] = await this.database.run(CORRECT_FUTURE, { leaseSeconds, hasStepped });
      const { corrected, skipped } = row!;
      total += corrected;
      if (corrected === 0 || corrected + skipped < MAX_CORRECTED) return { corrected: total, skipped };
    }
  }

  /** @returns how many predictions it moved. */
  async reroute(from: string, modelKey: string, to: Route): Promise<number> {
    const { provider, model } = to;
    return (await this.database.run(REROUTE, { from, modelKey, provider, model })).length;
  }
}

export interface Retry {
  delayMs: number;
  /** False for an error that costs no attempt: the engine was busy, or the fault is on the operator's side. */
  isCounted: boolean;
  isBusy?: boolean;
  /** Public, for the timeline. */
  message: string;
  /** The engine may have accepted the submit: the intent stays, and the next step resolves it first. */
  isAmbiguous?: boolean;
  /** Only our own part failed: the engine's reference, if any, stays. */
  keepsRef?: boolean;
  route?: Route;
}

export interface Lease {
  id: string;
  fence: number;
}
