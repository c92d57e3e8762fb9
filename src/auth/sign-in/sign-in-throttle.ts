/**
 * Limits sign-in and registration without ever locking an owner out.
 * - Per address: sign-ins and registrations per minute, enforced by the guards of the routes.
 * - Per address and email: failures per minute.
 * - Per email, over all addresses: no limit, but a delay. Password checks from unknown browsers run one at a time, with a pause that grows
 *   with recent failures. Callers from networks without failures run first, so an attacker's first wrong password ranks him behind the
 *   owner. A full queue rejects its highest rank.
 * - A browser in which the owner has signed in before skips this queue. It has a small budget of failures of its own and then counts as
 *   unknown.
 * - Argon2 work of all emails shares two threads, known browsers first. The other threads of the pool remain free for files and DNS.
 */
import { Injectable } from '@nestjs/common';
import { AttemptLimits, networkOf, type ReservedAttempt, sourceOf } from '../../admission/index.js';
import { Lane, type RunOptions } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { subjectOfRoute } from './sign-in.guard.js';
import { type SignInAttempt, SignInFailures } from './sign-in-failures.js';
import { REGISTRATIONS, REQUESTS, SIGN_IN_FAILURES } from './sign-in-limits.js';
import { tooManyAttemptsError } from './too-many-attempts.js';

/** Failures for one email that cause no pause. */
export const FREE_FAILURES = 10;
export const MAX_PAUSE_MS = 6_000;

const FIRST_PAUSE_MS = 500;
/** Each time this many more failures occur, the pause doubles. */
const FAILURES_PER_DOUBLING = 10;
const ARGON2_CONCURRENCY = 2;
const MAX_ARGON2_WAITING = 200;
const MAX_WAITING_PER_EMAIL = 100;
const MAX_WAITING_PER_BROWSER = 10;
/** Of one queue, over all emails, browsers or sign-ins. */
const MAX_WAITING = 500;
/** The longest wait for the checks of others and their pauses bounds how many wait for one email. */
const MAX_WAIT_MS = 24_000;
/** Runs before unknown browsers, whose rank is 0 or more. */
const KNOWN_RANK = -1;

/** The queue is full of better ranks, or the caller disconnected. */
class QueueRejected extends Error {
  override readonly name = 'QueueRejected';
}

/** @param waitingPerOwner callers of one email, browser or sign-in. */
function createQueue(waitingPerOwner: number, atOncePerOwner = 1): Lane {
  const bounds = {
    atOnce: Infinity,
    atOncePerOwner,
    waiting: MAX_WAITING,
    waitingPerOwner,
    waitingMs: Infinity,
  };
  return new Lane({ ...bounds, order: 'by rank', pausedMs: MAX_WAIT_MS }, () => new QueueRejected());
}

@Injectable()
export class SignInThrottle {
  private readonly emails = createQueue(MAX_WAITING_PER_EMAIL);
  private readonly browsers = createQueue(MAX_WAITING_PER_BROWSER);
  private readonly signedIn = createQueue(MAX_WAITING_PER_BROWSER);
  private readonly argon2 = createQueue(MAX_ARGON2_WAITING, ARGON2_CONCURRENCY);

  constructor(
    private readonly limits: AttemptLimits,
    private readonly failures: SignInFailures,
  ) {}

  /** Counts as `LoginThrottlerGuard` does for an unknown browser. @throws 429. */
  async countLogin(address: string): Promise<void> {
    const subject = subjectOfRoute('login', sourceOf(address));
    throwIfLimited((await this.limits.count(REQUESTS, subject)).retryAfterSeconds);
  }

  /** @throws 429 for the 11th registration of one email within a minute. */
  async countRegistration(email: string): Promise<void> {
    throwIfLimited((await this.limits.count(REGISTRATIONS, email)).retryAfterSeconds);
  }

  /**
   * Runs a password check when it is the caller's turn.
   * @param signal aborted when the caller disconnects; the check does not run then.
   * @param check returns null when the password is wrong.
   * @throws 429 when the address has no failures left for this email, or the queue is full of better ranks.
   */
  async checkLogin<T>(
    attempt: SignInAttempt,
    signal: AbortSignal,
    check: () => Promise<T | null>,
  ): Promise<T | null> {
    const { browserId } = attempt;
    if (browserId === null) return this.checkUnknownBrowser(attempt, signal, check);
    return this.runInQueue(this.browsers, browserId, { rank: KNOWN_RANK, signal }, async () => {
      const reserved = await this.failures.reserveOfBrowser(browserId);
      if (reserved.retryAfterSeconds > 0) return this.checkUnknownBrowser(attempt, signal, check);
      return this.compare(reserved, () => this.runHashing(check, signal, KNOWN_RANK));
    });
  }

  /** Limits failures per sign-in. @throws 429. */
  async checkCurrentPassword(
    signInId: string,
    signal: AbortSignal,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    return this.runInQueue(this.signedIn, signInId, { rank: KNOWN_RANK, signal }, async () => {
      const reserved = await this.limits.reserve(SIGN_IN_FAILURES, signInId);
      throwIfLimited(reserved.retryAfterSeconds);
      const match = await this.compare(reserved, async () =>
        (await this.runHashing(check, signal, KNOWN_RANK)) ? true : null,
      );
      return match === true;
    });
  }

  /** Runs work that hashes a password, in order of rank. @throws 503 when too much of it waits. */
  async runHashing<T>(work: () => Promise<T>, signal: AbortSignal, rank = 0): Promise<T> {
    try {
      return await this.argon2.run('', 1, work, { rank, signal });
    } catch (error) {
      if (!(error instanceof QueueRejected)) throw error;
      throw new AppError('service_unavailable', { headers: { 'Retry-After': '2' } });
    }
  }

  private async checkUnknownBrowser<T>(
    attempt: SignInAttempt,
    signal: AbortSignal,
    check: () => Promise<T | null>,
  ): Promise<T | null> {
    const { retryAfterSeconds, networkFailures } = await this.failures.countsOf(attempt);
    throwIfLimited(retryAfterSeconds);
    const group = networkOf(attempt.address);
    const { email } = attempt;
    return this.runInQueue(this.emails, email, { rank: networkFailures, group, signal }, async () => {
      const reserved = await this.failures.reserve(attempt);
      throwIfLimited(reserved.retryAfterSeconds);
      const result = await this.compare(reserved, () => this.runHashing(check, signal, networkFailures));
      this.emails.pause(email, result === null ? pauseAfter(this.failures.addFailure(attempt)) : 0);
      if (result === null) this.emails.demote(email, group);
      return result;
    });
  }

  /**
   * The attempt is counted before the check: other processes count theirs meanwhile, and no more run than the limit allows. A right
   * password, or a check that did not run, gives the attempt back.
   */
  private async compare<T>(reserved: ReservedAttempt, check: () => Promise<T | null>): Promise<T | null> {
    let result: T | null | undefined;
    try {
      return (result = await check());
    } finally {
      if (result !== null) await reserved.giveBack();
    }
  }

  private async runInQueue<T>(
    queue: Lane,
    owner: string,
    options: RunOptions,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await queue.run(owner, 1, work, options);
    } catch (error) {
      if (!(error instanceof QueueRejected)) throw error;
      throw tooManyAttemptsError(Math.ceil(MAX_PAUSE_MS / 1000));
    }
  }
}

/** @param failures recent ones for one email. */
export function pauseAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** ((failures - FREE_FAILURES) / FAILURES_PER_DOUBLING));
}

/** @throws 429 unless `seconds` is 0. */
function throwIfLimited(seconds: number): void {
  if (seconds > 0) throw tooManyAttemptsError(seconds);
}
