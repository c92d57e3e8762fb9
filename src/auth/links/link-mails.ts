/** Sends mails with links after the response to the request that caused them, bounded in number and time: of all mails, and of one user. */
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Lane, logFailure } from '../../platform/database/index.js';
import { type Mail, Mailer, mailFailure, SEND_MS, sendMail } from '../../platform/mail/index.js';
import { withTimeout } from '../../platform/time/index.js';

/** Limits of mails in progress and of mails that wait: of all, and of one owner. */
const AT_ONCE = 4;
const MAX_WAITING = 200;
const MAX_WAITING_PER_OWNER = 3;
/** A stop waits this long for mails in progress. A user whose mail is lost requests another. */
const STOP_MS = 3_000;

class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

@Injectable()
export class LinkMails implements BeforeApplicationShutdown {
  private readonly logger = new Logger('mail');
  private readonly inProgress = new Set<Promise<void>>();
  private readonly lane = new Lane(
    {
      atOnce: AT_ONCE,
      atOncePerOwner: 1,
      waiting: MAX_WAITING,
      waitingPerOwner: MAX_WAITING_PER_OWNER,
      waitingMs: SEND_MS,
      order: 'in turns',
    },
    () => new TooManyWaiting(),
  );

  constructor(private readonly mailer: Mailer) {}

  get canSend(): boolean {
    return this.mailer.canSend;
  }

  /**
   * Returns at once; failures are logged with the subject.
   * @param owner whose mails are sent one after another: an email or the id of a user.
   * @param create returns undefined when there is nothing to send.
   */
  send(owner: string, subject: string, create: () => Promise<Mail | undefined>): void {
    const work = this.lane
      .run(owner, 1, () => this.createAndSend(create))
      .catch((error: unknown) => this.logError(subject, error))
      .finally(() => this.inProgress.delete(work));
    this.inProgress.add(work);
  }

  /** Logs that the mail is not sent when there is no mailer. */
  canSendAbout(subject: string): boolean {
    if (!this.canSend) this.logger.warn({ subject }, 'mail not sent');
    return this.canSend;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await withTimeout(STOP_MS, Promise.all(this.inProgress)).catch(() => undefined);
  }

  private async createAndSend(create: () => Promise<Mail | undefined>): Promise<void> {
    const mail = await create().catch((error: unknown) => {
      logFailure(this.logger, 'mail of a link', error);
    });
    if (mail) await sendMail(this.mailer, mail);
  }

  private logError(subject: string, error: unknown): void {
    this.logger.error({ subject, ...mailFailure(error) }, 'mail not sent');
  }
}
