/**
 * Wakes the worker of this process at once, others by a notice. Announcements that arrive while a notice is sent share the next one. It is
 * a hint: every worker also claims once a second.
 */
import { EventEmitter } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import { Notices, sendNotice } from '../../platform/notices/index.js';

const CHANNEL = 'work';

@Injectable()
export class WorkSignal {
  private readonly logger = new Logger('work');
  private readonly local = new EventEmitter();
  private isNotifying = false;
  private isNotifyPending = false;

  constructor(private readonly notices: Notices) {}

  wake(): void {
    this.local.emit('work');
  }

  announce(): void {
    this.wake();
    if (this.isNotifying) this.isNotifyPending = true;
    else void this.notify();
  }

  async onWork(wake: () => void): Promise<void> {
    this.local.on('work', wake);
    await this.notices.subscribe(CHANNEL, wake);
  }

  private async notify(): Promise<void> {
    this.isNotifying = true;
    try {
      do {
        this.isNotifyPending = false;
        await sendNotice(this.notices, CHANNEL, '');
        // oxlint-disable-next-line typescript/no-unnecessary-condition -- set during the await
      } while (this.isNotifyPending);
    } catch (error) {
      this.logger.debug(`could not wake other workers: ${String(error)}`);
    } finally {
      this.isNotifying = false;
    }
  }
}
