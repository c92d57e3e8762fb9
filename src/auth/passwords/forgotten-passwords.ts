/**
 * Mails links to users who forgot their password. The response to a request is the same for every email and takes equally
 * long: it is sent before the email is looked up. The work after it is bounded in number and time.
 */
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { AccountsService } from '../../accounts/index.js';
import { AttemptLimits } from '../../admission/index.js';
import { Database, Lane, logFailure } from '../../database/index.js';
import { type Mail, Mailer } from '../../mail/index.js';
import { pairOf } from '../sign-in/sign-in-failures.js';
import { FORGOTTEN_PASSWORDS, RESET_MAILS } from '../sign-in/sign-in-limits.js';
import { tooManyAttemptsError } from '../sign-in/too-many-attempts.js';
import { OneTimeLinks } from './one-time-links.js';
import { createResetMail, RESET_SUBJECT } from './reset-mail.js';

/** Emails in progress at once, and waiting: of all, and of one. */
const AT_ONCE = 4;
const MAX_WAITING = 200;
const MAX_WAITING_PER_EMAIL = 3;
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
export class ForgottenPasswords implements BeforeApplicationShutdown {
  private readonly logger = new Logger('mail');
  private readonly inProgress = new Set<Promise<void>>();
  private readonly lane = new Lane(
    {
      atOnce: AT_ONCE,
      atOncePerOwner: 1,
      waiting: MAX_WAITING,
      waitingPerOwner: MAX_WAITING_PER_EMAIL,
      waitingMs: SEND_MS,
      order: 'in turns',
    },
    () => new TooManyWaiting(),
  );

  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly links: OneTimeLinks,
    private readonly limits: AttemptLimits,
    private readonly mailer: Mailer,
  ) {}

  /** Counts a request. @throws 429 for the 11th within a minute of one address for one email, known or not. */
  async count(email: string, address: string): Promise<void> {
    const { retryAfterSeconds } = await this.limits.count(FORGOTTEN_PASSWORDS, pairOf(email, address));
    if (retryAfterSeconds > 0) throw tooManyAttemptsError(retryAfterSeconds);
  }

  /** Mails a link to the user of this email, if there is one. Returns at once; failures are logged. */
  mailLink(email: string): void {
    const work = this.lane
      .run(email, 1, () => this.mailUser(email))
      .catch((error: unknown) => this.logNotSent(error))
      .finally(() => this.inProgress.delete(work));
    this.inProgress.add(work);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await within(STOP_MS, Promise.all(this.inProgress)).catch(() => undefined);
  }

  private async mailUser(email: string): Promise<void> {
    const mail = await this.createMail(email).catch((error: unknown) => {
      logFailure(this.logger, 'forgotten password', error);
    });
    if (mail) await within(SEND_MS, this.mailer.send(mail));
  }

  /** Creates a link and its mail. @returns undefined for an unknown email, after too many mails, and without a mailer. */
  private async createMail(email: string): Promise<Mail | undefined> {
    const user = await this.accounts.findUserByEmail(email);
    if (!user?.email) return undefined;
    if ((await this.limits.count(RESET_MAILS, user.id)).retryAfterSeconds > 0) return undefined;
    // A new link replaces the user's earlier ones: without a mail it would only take away a link of the operator.
    if (!this.mailer.canSend) {
      this.logger.warn({ subject: RESET_SUBJECT }, 'mail not sent');
      return undefined;
    }
    return createResetMail(user.email, await this.links.create(this.database, user.id, 'reset'));
  }

  /** Logs neither the message nor the stack of the error: they can contain the address. */
  private logNotSent(error: unknown): void {
    const { name, code } = error as { name?: unknown; code?: unknown };
    const facts = { subject: RESET_SUBJECT, error: wordOf(name), code: wordOf(code) };
    this.logger.error(facts, 'mail not sent');
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
