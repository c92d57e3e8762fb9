import { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';
import type { Database } from '../platform/database/index.js';
import { Round, ROUNDS } from '../platform/schedule/index.js';
import type { EventEnd } from './event-end.js';
import type { EventListener, ServiceEvent } from './event-listener.js';
import { READ_EVENTS } from './event-listeners.sql.js';
import type { EventMetrics } from './event-metrics.js';
import { ListenerLease } from './listener-lease.js';
import { recordedKindsOf } from './recorded-kinds.js';
import { toServiceEvents } from './service-event.js';

/** A process that does not run the listener tries to claim it so often. */
const CLAIM_MS = 1_000;
const DEFAULT_BATCH = 100;
/** After so many batches of one round, others have their turn. */
const MAX_BATCHES = 50;
const MAX_BACKOFF_MS = 60_000;

export interface RunnerParts {
  registry: SchedulerRegistry;
  database: Database;
  end: EventEnd;
  metrics: EventMetrics;
  leaseSeconds: number;
}

/** Runs one listener in this process while it has its lease. It has rounds of its own, so no listener waits for another. */
export class ListenerRunner {
  private readonly logger = new Logger('listener');
  private readonly stopping = new AbortController();
  private readonly rounds: Round[];
  private lease: ListenerLease | null = null;
  private claimAtMs = 0;

  constructor(
    private readonly listener: EventListener,
    private readonly parts: RunnerParts,
  ) {
    const { registry, leaseSeconds } = parts;
    const { name } = listener;
    const hearing = { name: `hear-${name}`, everyMs: ROUNDS['hear-<listener>'].everyMs };
    const renewing = { name: `renew-${name}`, everyMs: (leaseSeconds * 1000) / 3 };
    this.rounds = [
      new Round(registry, hearing, () => this.round()),
      new Round(registry, renewing, async () => this.lease?.renew()),
    ];
  }

  /** Asks the listener of the round in progress to finish, and gives up the lease. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the service is stopping'));
    await Promise.all(this.rounds.map((round) => round.stop()));
    await this.lease?.release().catch((error: unknown) => {
      this.logger.warn(`${this.listener.name}: the lease was not given up: ${String(error)}`);
    });
  }

  private async round(): Promise<void> {
    const lease = await this.hold();
    if (!lease?.isDue) return;
    const end = await this.parts.end.find();
    for (let batches = 0; batches < MAX_BATCHES && (await this.runBatch(lease, end)); batches += 1);
  }

  /** Claims a lease if this process has none. */
  private async hold(): Promise<ListenerLease | null> {
    if (this.lease && !this.lease.signal.aborted) return this.lease;
    this.lease = null;
    if (performance.now() < this.claimAtMs) return null;
    this.claimAtMs = performance.now() + CLAIM_MS;
    const { database, leaseSeconds } = this.parts;
    return (this.lease = await ListenerLease.claim(database, this.listener.name, leaseSeconds));
  }

  /** @returns whether more may follow. */
  private async runBatch(lease: ListenerLease, end: bigint): Promise<boolean> {
    const { kinds, batchSize = DEFAULT_BATCH } = this.listener;
    if (lease.position >= end || this.stopping.signal.aborted) return false;
    const range = { after: lease.position, end, kinds: recordedKindsOf(kinds), limit: batchSize };
    const rows = await this.parts.database.run(READ_EVENTS, range);
    const events = rows.flatMap((row) => toServiceEvents(row, kinds));
    if (rows.length > 0 && !(await this.call(lease, events))) return false;
    const isLast = rows.length < batchSize;
    await lease.advance(isLast ? end : BigInt(rows.at(-1)!.position));
    return !isLast && !lease.signal.aborted;
  }

  /** @returns false when the listener failed, or when its result does not count. */
  private async call(lease: ListenerLease, events: ServiceEvent[]): Promise<boolean> {
    const signal = AbortSignal.any([lease.signal, this.stopping.signal]);
    const isEnded = () => signal.aborted;
    if (isEnded()) return false;
    const attempt = lease.failures + 1;
    try {
      await this.listener.handle({ events, attempt, signal });
      return !lease.signal.aborted;
    } catch (error) {
      // What a stop or a lost lease interrupts has not failed.
      if (isEnded()) return false;
      const { name } = this.listener;
      const inMs = backoffMs(attempt);
      const seconds = (inMs / 1000).toFixed(1);
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn(`${name} failed ${attempt}× at ${events[0]!.id}, again in ${seconds} s: ${reason}`);
      this.parts.metrics.countFailure(name);
      await lease.fail(inMs);
      return false;
    }
  }
}

/** 1 s, 2 s, 4 s … 60 s, of which a random part between a half and all. */
function backoffMs(failures: number): number {
  return Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** Math.min(failures, 16)) * (0.5 + Math.random() / 2);
}
