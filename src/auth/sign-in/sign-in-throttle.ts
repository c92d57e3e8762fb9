/**
 * Limits sign-in and registration without ever locking an owner out.
 *
 * - Per address: sign-ins and registrations per minute, enforced by the guards of the routes.
 * - Per address and email: failures per minute.
 * - Per email, over all addresses: no limit, but a delay. Password checks from unknown browsers run one at a time, with a
 *   pause between them that grows with recent failures. Callers from networks without failures run first, so an
 *   attacker's first wrong password ranks him behind the owner. A full queue rejects its highest rank.
 * - A browser in which the owner has signed in before skips this queue. It has a small budget of failures of its own and
 *   then counts as unknown.
 * - Argon2 work of all emails shares two threads, known browsers first. The other threads of the pool remain free for
 *   files and DNS.
 */
import { Injectable } from '@nestjs/common';
import { AttemptLimits, networkOf, type ReservedAttempt, sourceOf } from '../../admission/index.js';
import { AppError } from '../../platform/errors/index.js';
import { QueueRejected, RankedQueue, type Ticket } from './ranked-queue.js';
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
const MAX_WAITING_PER_BROWSER = 10;
/** Runs before unknown browsers, whose rank is 0 or more. */
const KNOWN_RANK = -1;

@Injectable()
export class SignInThrottle {
  private readonly emails = new RankedQueue();
  private readonly browsers = new RankedQueue({ maxWaiting: MAX_WAITING_PER_BROWSER });
  private readonly signedIn = new RankedQueue({ maxWaiting: MAX_WAITING_PER_BROWSER });
  private readonly argon2 = new RankedQueue({
    concurrency: ARGON2_CONCURRENCY,
    maxWaiting: MAX_ARGON2_WAITING,
  });

  constructor(
    private readonly limits: AttemptLimits,
    private readonly failures: SignInFailures,
  ) {}

  /** Counts a sign-in for an address, as `LoginThrottlerGuard` does for an unknown browser. @throws 429. */
  async countLogin(address: string): Promise<void> {
    const { retryAfterSeconds } = await this.limits.count(
      REQUESTS,
      subjectOfRoute('login', sourceOf(address)),
    );
    throwIfLimited(retryAfterSeconds);
  }

  /** Counts a registration. @throws 429 for the 11th within a minute of one email. */
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
    const ticket: Ticket = { rank: KNOWN_RANK, group: '', signal };
    return this.runInQueue(this.browsers, browserId, ticket, async () => {
      const reserved = await this.failures.reserveOfBrowser(browserId);
      if (reserved.retryAfterSeconds > 0)
        return withoutPause(await this.checkUnknownBrowser(attempt, signal, check));
      return withoutPause(await this.compare(reserved, () => this.runHashing(check, signal, KNOWN_RANK)));
    });
  }

  /** Runs a check of a signed-in user's current password. Limits failures per sign-in. @throws 429. */
  async checkCurrentPassword(
    signInId: string,
    signal: AbortSignal,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    return this.runInQueue(this.signedIn, signInId, { rank: KNOWN_RANK, group: '', signal }, async () => {
      const reserved = await this.limits.reserve(SIGN_IN_FAILURES, signInId);
      throwIfLimited(reserved.retryAfterSeconds);
      const match = await this.compare(reserved, async () =>
        (await this.runHashing(check, signal, KNOWN_RANK)) ? true : null,
      );
      return withoutPause(match === true);
    });
  }

  /** Runs work that hashes a password, in order of rank. @throws 503 when too much of it waits. */
  async runHashing<T>(work: () => Promise<T>, signal: AbortSignal, rank = 0): Promise<T> {
    try {
      return await this.argon2.run('', { rank, group: '', signal }, async () => withoutPause(await work()));
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
    const ticket: Ticket = { rank: networkFailures, group: networkOf(attempt.address), signal };
    return this.runInQueue(this.emails, attempt.email, ticket, async () => {
      const reserved = await this.failures.reserve(attempt);
      throwIfLimited(reserved.retryAfterSeconds);
      const result = await this.compare(reserved, () => this.runHashing(check, signal, networkFailures));
      if (result !== null) return withoutPause(result);
      return { result, pauseMs: pauseAfter(this.failures.addFailure(attempt)), isFailure: true };
    });
  }

  /**
   * Runs a check whose attempt is counted: other processes count theirs meanwhile, and no more run than the limit allows. A right
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
    queue: RankedQueue,
    key: string,
    ticket: Ticket,
    work: Parameters<typeof queue.run<T>>[2],
  ): Promise<T> {
    try {
      return await queue.run(key, ticket, work);
    } catch (error) {
      if (!(error instanceof QueueRejected)) throw error;
      throw tooManyAttemptsError(Math.ceil(MAX_PAUSE_MS / 1000));
    }
  }
}

const withoutPause = <T>(result: T) => ({ result, pauseMs: 0, isFailure: false });

/** Returns the pause before the next check from an unknown browser. @param failures recent ones for one email. */
export function pauseAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** ((failures - FREE_FAILURES) / FAILURES_PER_DOUBLING));
}

/** @throws 429 unless `seconds` is 0. */
function throwIfLimited(seconds: number): void {
  if (seconds > 0) throw tooManyAttemptsError(seconds);
}
