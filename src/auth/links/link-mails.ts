/**
 * Sends mails with links, after the response to the request that caused them. The work is bounded in number and time: of
 * all mails, and of one user.
 */
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Lane, logFailure } from '../../database/index.js';
import { type Mail, Mailer } from '../../mail/index.js';

/** Mails in progress at once, and waiting: of all, and of one owner. */
const AT_ONCE = 4;
const MAX_WAITING = 200;
const MAX_WAITING_PER_OWNER = 3;
/** After it a mail that is still being sent counts as not sent. */
const SEND_MS = 60_000;
/** A stop waits this long for mails in progress. A user whose mail is lost requests another. */
const STOP_MS = 3_000;

class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

class NotSentInTime extends Error {
  override readonly name = 'NotSentInTime';
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

  /** Whether mail is configured. */
  get canSend(): boolean {
    return this.mailer.canSend;
  }

  /**
   * Creates a mail and sends it. Returns at once; failures are logged with the subject.
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

  /** Logs that a mail is not sent because mail is not configured. */
  logNotSent(subject: string): void {
    this.logger.warn({ subject }, 'mail not sent');
  }

  async beforeApplicationShutdown(): Promise<void> {
    await within(STOP_MS, Promise.all(this.inProgress)).catch(() => undefined);
  }

  private async createAndSend(create: () => Promise<Mail | undefined>): Promise<void> {
    const mail = await create().catch((error: unknown) => {
      logFailure(this.logger, 'mail of a link', error);
    });
    if (mail) await within(SEND_MS, this.mailer.send(mail));
  }

  /** Logs neither the message nor the stack of the error: they can contain the address. */
  private logError(subject: string, error: unknown): void {
    const { name, code } = error as { name?: unknown; code?: unknown };
    this.logger.error({ subject, error: wordOf(name), code: wordOf(code) }, 'mail not sent');
  }
}

/** Returns a name or a code as it is, and undefined for anything that could be more. */
function wordOf(value: unknown): string | undefined {
  const text = String(value ?? '');
  return /^\w{1,40}$/.test(text) ? text : undefined;
}

/** @throws {NotSentInTime} when `work` takes longer; it is then left to itself. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotSentInTime()), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
