/**
 * Notifies the waiters of this process when a prediction becomes final in any process.
 *
 * A settlement notifies its own process at once and others by a notice, once per batch and after the commit, so that the transaction does
 * not get slower. Both are hints: every second one statement polls all awaited predictions, so a missed message delays a response by a
 * second at most. A waiter holds no database connection.
 */
import { EventEmitter } from 'node:events';
import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, isDatabaseUnavailable, sql, statement } from '../../platform/database/index.js';
import type { Disconnect } from '../../platform/http/index.js';
import { Notices, sendNotice } from '../../platform/notices/index.js';
import { ROUNDS } from '../../platform/schedule/index.js';

const CHANNEL = 'settled';
/** A notice carries 7,900 bytes: 200 ids of 36 characters fit. */
const IDS_PER_MESSAGE = 200;

export interface SettlementWait {
  /** Never rejects, whatever ends the wait. */
  ended: Promise<void>;
  end: () => void;
}

const ENDED: SettlementWait = { ended: Promise.resolve(), end: () => undefined };

const FIND_SETTLED = statement('generation.find-settled', {
  parameters: { ids: sql.uuid.array },
  row: { id: sql.uuid },
  isPrepared: true,
  text: `select id from predictions where id = any($ids::uuid[]) and status <> 'processing'`,
});

@Injectable()
export class SettlementHub implements OnModuleInit, BeforeApplicationShutdown {
  private readonly settled = new EventEmitter().setMaxListeners(0);
  /** By prediction id. */
  private readonly waiters = new Map<string, number>();
  private pollTimer?: NodeJS.Timeout;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly notices: Notices,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.notices.subscribe(CHANNEL, (payload) => this.wake(payload.split(',')));
    this.pollTimer = setInterval(() => void this.pollAwaited(), ROUNDS['poll-settled'].everyMs);
  }

  /** Ends all waits, so that long polls respond with the current state before the server stops. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    clearInterval(this.pollTimer);
    for (const id of this.waiters.keys()) this.settled.emit(id);
  }

  /** True once the process is stopping: callers must not wait again. */
  get isClosed(): boolean {
    return this.isStopping;
  }

  /** Runs for every settled prediction, so that workers drop cancelled ones. */
  onSettled(handle: (id: string) => void): void {
    this.settled.on('any', handle);
  }

  async announce(ids: string[]): Promise<void> {
    this.wake(ids);
    for (let start = 0; start < ids.length; start += IDS_PER_MESSAGE) {
      await sendNotice(this.notices, CHANNEL, ids.slice(start, start + IDS_PER_MESSAGE).join(','));
    }
  }

  /**
   * Ends when one of the predictions is settled, after `milliseconds`, or when the caller disconnects. Further reasons call `end`, because
   * a combined signal (`AbortSignal.any`) would take 3 KB per waiter.
   */
  wait(ids: readonly string[], milliseconds: number, disconnected: Disconnect): SettlementWait {
    if (this.isStopping || disconnected.aborted) return ENDED;
    for (const id of ids) this.waiters.set(id, (this.waiters.get(id) ?? 0) + 1);
    let resolve!: () => void;
    let isOver = false;
    const ended = new Promise<void>((settle) => (resolve = settle));
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      disconnected.removeEventListener('abort', end);
      for (const id of ids) {
        this.settled.off(id, end);
        this.release(id);
      }
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    for (const id of ids) this.settled.on(id, end);
    disconnected.addEventListener('abort', end);
    return { ended, end };
  }

  private release(id: string): void {
    const left = this.waiters.get(id)! - 1;
    if (left > 0) this.waiters.set(id, left);
    else this.waiters.delete(id);
  }

  private wake(ids: string[]): void {
    for (const id of ids) {
      this.settled.emit(id);
      this.settled.emit('any', id);
    }
  }

  private async pollAwaited(): Promise<void> {
    if (this.waiters.size === 0) return;
    try {
      const rows = await this.database.run(FIND_SETTLED, { ids: [...this.waiters.keys()] });
      this.wake(rows.map((row) => row.id));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }
}
