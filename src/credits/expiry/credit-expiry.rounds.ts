import { Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { logFailure } from '../../platform/database/index.js';
import { Sweeper } from '../../platform/schedule/index.js';
import { CreditExpiry } from './credit-expiry.js';

const BATCH = 100;
const MAX_BATCHES = 100;

/**
 * Settles credits whose time has come although no request uses the account, and keeps lots near the end of the ledger, so that a settlement
 * in a request is short. Any number of processes may do it: one settlement of an account waits for another.
 */
@Injectable()
export class CreditExpiryRounds extends Sweeper {
  protected override readonly logger = new Logger('credits');

  constructor(
    registry: SchedulerRegistry,
    private readonly expiry: CreditExpiry,
  ) {
    super(registry, 'expire-credits');
  }

  /** An account that fails does not stop the others; the next round tries it again. */
  protected async sweep(isStopping: () => boolean): Promise<void> {
    let isMore = true;
    for (let batches = 0; isMore && batches < MAX_BATCHES; batches += 1) {
      const { due, unread } = await this.expiry.findWork(BATCH);
      const visits = [
        ...due.map((id) => () => this.expiry.refresh(id)),
        ...unread.map((id) => () => this.expiry.advance(id)),
      ];
      for (const visit of visits) {
        if (isStopping()) return;
        await visit().catch((error: unknown) => logFailure(this.logger, 'expire-credits', error));
      }
      isMore = due.length === BATCH || unread.length === BATCH;
    }
  }
}
