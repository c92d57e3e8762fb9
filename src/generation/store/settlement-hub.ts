/**
 * Notifies the waiters of this process that a prediction is final, whichever process settled it.
 *
 * A settlement of this process notifies at once; one of another by NOTIFY, once per batch and after its commit, so that it
 * costs the hot transaction nothing. Both are hints: every second one statement polls all awaited predictions, so a missed
 * message costs a second and never a response. A waiter holds no database connection.
 */
import { EventEmitter } from 'node:events';
import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, isDatabaseUnavailable, Listener } from '../../database/index.js';

const CHANNEL = 'offprint_settled';
const POLL_MS = 1_000;
/** NOTIFY carries less than 8,000 bytes: 200 ids of 36 characters fit. */
const IDS_PER_MESSAGE = 200;

@Injectable()
export class SettlementHub implements OnModuleInit, BeforeApplicationShutdown {
  private readonly settled = new EventEmitter().setMaxListeners(0);
  private readonly waited = new Map<string, number>();
  private poll?: NodeJS.Timeout;
  private closed = false;

  constructor(
    private readonly database: Database,
    private readonly listener: Listener,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.listener.listen(CHANNEL, (payload) => this.wake(payload.split(',')));
    this.poll = setInterval(() => void this.pollWaited(), POLL_MS);
  }

  /** Before the server stops: long polls are answered with the present state, or it would wait for all of them. */
  beforeApplicationShutdown(): void {
    this.closed = true;
    clearInterval(this.poll);
    for (const id of this.waited.keys()) this.settled.emit(id);
  }

  /** True once the process is stopping: nobody should go on waiting here. */
  get isClosed(): boolean {
    return this.closed;
  }

  /** Calls back once per settled prediction this process hears of: for workers, to drop what was cancelled. */
  onSettled(handle: (id: string) => void): void {
    this.settled.on('any', handle);
  }

  async announce(ids: string[]): Promise<void> {
    this.wake(ids);
    for (let start = 0; start < ids.length; start += IDS_PER_MESSAGE) {
      const payload = ids.slice(start, start + IDS_PER_MESSAGE).join(',');
      await this.database.prepared('announce-settled', `select pg_notify('${CHANNEL}', $1)`, [payload]);
    }
  }

  /** Resolves when the prediction is settled, after `milliseconds`, or when the caller goes away; never rejects. */
  async wait(id: string, milliseconds: number, gone: AbortSignal): Promise<void> {
    if (this.closed || gone.aborted) return;
    this.waited.set(id, (this.waited.get(id) ?? 0) + 1);
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.settled.off(id, end);
        gone.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.settled.on(id, end);
      gone.addEventListener('abort', end);
    });
    const left = this.waited.get(id)! - 1;
    if (left > 0) this.waited.set(id, left);
    else this.waited.delete(id);
  }

  private wake(ids: string[]): void {
    for (const id of ids) {
      this.settled.emit(id);
      this.settled.emit('any', id);
    }
  }

  private async pollWaited(): Promise<void> {
    if (this.waited.size === 0) return;
    try {
      const rows = await this.database.prepared<{ id: string }>(
        'look-up-settled',
        `select id from predictions where id = any($1::uuid[]) and status <> 'processing'`,
        [[...this.waited.keys()]],
      );
      this.wake(rows.map((row) => row.id));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }
}
