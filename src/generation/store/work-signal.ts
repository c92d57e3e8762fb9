/**
 * Wakes workers when a prediction is to be claimed: the one of this process at once, others by NOTIFY, one for everything
 * that was announced while the last was under way. A hint: a worker claims by itself every second.
 */
import { EventEmitter } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import { Database, Listener } from '../../database/index.js';

const CHANNEL = 'offprint_work';

@Injectable()
export class WorkSignal {
  private readonly logger = new Logger('work');
  private readonly local = new EventEmitter();
  private notifying = false;
  private again = false;

  constructor(
    private readonly database: Database,
    private readonly listener: Listener,
  ) {}

  /** Wakes the worker of this process. */
  wake(): void {
    this.local.emit('work');
  }

  /** Wakes the workers of all processes. */
  announce(): void {
    this.wake();
    if (this.notifying) this.again = true;
    else void this.notify();
  }

  async onWork(wake: () => void): Promise<void> {
    this.local.on('work', wake);
    await this.listener.listen(CHANNEL, wake);
  }

  private async notify(): Promise<void> {
    this.notifying = true;
    try {
      do {
        this.again = false;
        await this.database.prepared('announce-work', `select pg_notify('${CHANNEL}', '')`, []);
        // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- set during the await
      } while (this.again);
    } catch (error) {
      this.logger.debug(`not announced: ${String(error)}`);
    } finally {
      this.notifying = false;
    }
  }
}
