import { Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { BalanceAlerts, type LeasedMail } from '../../credits/index.js';
import { Config } from '../../platform/config/index.js';
import { Mailer, mailFailure, sendMail } from '../../platform/mail/index.js';
import { Sweeper } from '../../platform/schedule/index.js';
import { withTimeout } from '../../platform/time/index.js';
import { Memberships } from '../memberships/memberships.js';
import { createLowBalanceMail, LOW_BALANCE_SUBJECT } from './low-balance-mail.js';

/** As many are leased as are sent at once, so that each ends within its lease. */
const AT_ONCE = 4;
const MAX_PER_ROUND = 100;
/** Two minutes apart. */
const MAX_ATTEMPTS = 5;
/** A stop waits this long for mails in progress; another worker sends them after the lease. */
const STOP_MS = 3_000;

/** A crossing has one mail to each owner; a worker that dies between sending it and noting that has it sent again. */
@Injectable()
export class LowBalanceMails extends Sweeper {
  protected override readonly logger = new Logger('mail');

  constructor(
    registry: SchedulerRegistry,
    private readonly alerts: BalanceAlerts,
    private readonly memberships: Memberships,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {
    super(registry, 'low-balance-mails');
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await withTimeout(STOP_MS, super.beforeApplicationShutdown()).catch(() =>
      this.logger.warn('stopped while a mail was being sent'),
    );
  }

  protected async sweep(isStopping: () => boolean): Promise<void> {
    for (let sent = 0; sent < MAX_PER_ROUND && !isStopping(); sent += AT_ONCE) {
      const { mails, isMore } = await this.alerts.lease(AT_ONCE);
      await Promise.all(mails.map((mail) => this.send(mail)));
      if (!isMore) return;
    }
  }

  /** A mail that was not sent stays leased, and is tried again after the lease. */
  private async send(leased: LeasedMail): Promise<void> {
    const owners = await this.memberships.ownerEmails(leased.accountId);
    if (owners.length === 0) return this.alerts.end(leased);
    if (!this.mailer.canSend) {
      this.logger.warn({ subject: LOW_BALANCE_SUBJECT }, 'mail not sent');
      return this.alerts.end(leased);
    }
    if (leased.attempts > MAX_ATTEMPTS) return this.alerts.end(leased);
    const failures = await this.sendToAll(owners, leased);
    for (const error of failures)
      this.logger.error(
        { subject: LOW_BALANCE_SUBJECT, attempts: leased.attempts, ...mailFailure(error) },
        'mail not sent',
      );
    // Tried again only when no owner has it: otherwise some would get it twice.
    if (failures.length === owners.length && leased.attempts < MAX_ATTEMPTS) return;
    await this.alerts.end(leased);
  }

  /** @returns the errors of the mails that were not sent. */
  private async sendToAll(owners: string[], leased: LeasedMail): Promise<unknown[]> {
    const sent = await Promise.allSettled(
      owners.map((to) => sendMail(this.mailer, createLowBalanceMail(to, leased, this.config))),
    );
    return sent.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  }
}
