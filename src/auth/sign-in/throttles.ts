/**
 * Bounds sign-in and registration without ever locking an owner out.
 *
 * - By address: requests to sign in or register per minute; refused beyond, by the guards of the routes.
 * - By address and email: failures per minute; refused beyond.
 * - By email, over all addresses: never refused, slowed down. Password checks from unknown browsers take turns, with a
 *   pause between two that grows with recent failures. Callers from networks that have not failed go first, so that an
 *   attacker's first wrong password puts him behind the owner. A line that is full refuses its worst rank.
 * - A browser that the owner signed in with before stands in none of these lines. It has a small budget of failures of
 *   its own and then counts as unknown.
 * - Argon2 work of all emails shares two threads, known browsers first: the other threads of the pool stay free for
 *   files and names.
 */
import { Injectable } from '@nestjs/common';
import { AttemptLimits, networkOf, sourceOf } from '../../admission/index.js';
import { AppError } from '../../errors/index.js';
import { LineRefused, type Place, RankedLine } from './ranked-line.js';
import { subjectOf } from './sign-in.guard.js';
import { FAILURES_OF_SIGN_IN, REGISTRATIONS, REQUESTS } from './sign-in-limits.js';
import { type SignInAttempt, SignInRecord } from './sign-in-record.js';
import { tooManyAttempts } from './too-many-attempts.js';

/** Failures for one email that cost nobody any time. */
export const FREE_FAILURES = 10;
export const LONGEST_PAUSE_MS = 6_000;

const FIRST_PAUSE_MS = 500;
/** Failures after which the pause has doubled. */
const DOUBLING = 10;
const ARGON2_LANES = 2;
const ARGON2_WAITING = 200;
const WAITING_PER_BROWSER = 10;
/** Before every unknown browser, whose rank is 0 or more. */
const KNOWN = -1;

@Injectable()
export class SignInThrottle {
  private readonly emails = new RankedLine();
  private readonly browsers = new RankedLine({ mostWaiting: WAITING_PER_BROWSER });
  private readonly signedIn = new RankedLine({ mostWaiting: WAITING_PER_BROWSER });
  private readonly argon2 = new RankedLine({ lanes: ARGON2_LANES, mostWaiting: ARGON2_WAITING });

  constructor(
    private readonly limits: AttemptLimits,
    private readonly record: SignInRecord,
  ) {}

  /** Counts a request to sign in as `LoginThrottlerGuard` does for an unknown browser. @throws 429. */
  async countLoginOf(address: string): Promise<void> {
    const { secondsToWait } = await this.limits.count(REQUESTS, subjectOf('login', sourceOf(address)));
    refuseFor(secondsToWait);
  }

  /** @throws 429 for the 11th of a minute for one email. */
  async countRegistration(email: string): Promise<void> {
    refuseFor((await this.limits.count(REGISTRATIONS, email)).secondsToWait);
  }

  /**
   * Checks a password when it is this caller's turn.
   * @param gone aborted when the caller hangs up: nothing is checked then.
   * @param check returns null when the password is wrong.
   * @throws 429 when this address or network has had its failures, or the line is full of better ranks.
   */
  async guardLogin<T>(
    attempt: SignInAttempt,
    gone: AbortSignal,
    check: () => Promise<T | null>,
  ): Promise<T | null> {
    const { browserId } = attempt;
    if (browserId === null) return this.asUnknown(attempt, gone, check);
    const place: Place = { rank: KNOWN, group: '', gone };
    return this.inLine(this.browsers, browserId, place, async () => {
      if (!(await this.record.isTrusted(browserId)))
        return atOnce(await this.asUnknown(attempt, gone, check));
      const result = await this.hashWork(check, gone, KNOWN);
      if (result === null) await this.record.countFailureOfBrowser(browserId);
      return atOnce(result);
    });
  }

  /** Bounds guesses of the present password by somebody who is signed in, per sign-in. @throws 429. */
  async guardCurrent(signInId: string, gone: AbortSignal, check: () => Promise<boolean>): Promise<boolean> {
    return this.inLine(this.signedIn, signInId, { rank: KNOWN, group: '', gone }, async () => {
      refuseFor(await this.limits.secondsToWait(FAILURES_OF_SIGN_IN, signInId));
      const fits = await this.hashWork(check, gone, KNOWN);
      if (!fits) await this.limits.count(FAILURES_OF_SIGN_IN, signInId);
      return atOnce(fits);
    });
  }

  /** Runs work that hashes a password, after everybody of a lower rank. @throws 503 when too much of it waits. */
  async hashWork<T>(work: () => Promise<T>, gone: AbortSignal, rank = 0): Promise<T> {
    try {
      return await this.argon2.run('', { rank, group: '', gone }, async () => atOnce(await work()));
    } catch (error) {
      if (!(error instanceof LineRefused)) throw error;
      throw new AppError('service_unavailable', { headers: { 'Retry-After': '2' } });
    }
  }

  private async asUnknown<T>(
    attempt: SignInAttempt,
    gone: AbortSignal,
    check: () => Promise<T | null>,
  ): Promise<T | null> {
    const { secondsToWait, suspicion } = await this.record.standingOf(attempt);
    refuseFor(secondsToWait);
    const place: Place = { rank: suspicion, group: networkOf(attempt.address), gone };
    return this.inLine(this.emails, attempt.email, place, async () => {
      // Others of the same address may have failed meanwhile.
      const standing = await this.record.standingOf(attempt);
      refuseFor(standing.secondsToWait);
      const result = await this.hashWork(check, gone, suspicion);
      if (result !== null) return atOnce(result);
      await this.record.countFailure(attempt);
      return { result, pauseMs: pauseAfter(standing.emailFailures + 1), isFailure: true };
    });
  }

  private async inLine<T>(
    line: RankedLine,
    key: string,
    place: Place,
    work: Parameters<typeof line.run<T>>[2],
  ): Promise<T> {
    try {
      return await line.run(key, place, work);
    } catch (error) {
      if (!(error instanceof LineRefused)) throw error;
      throw tooManyAttempts(Math.ceil(LONGEST_PAUSE_MS / 1000));
    }
  }
}

const atOnce = <T>(result: T) => ({ result, pauseMs: 0, isFailure: false });

/** @param failures recent ones for one email. @returns how long the next unknown browser's check of it waits. */
export function pauseAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** ((failures - FREE_FAILURES) / DOUBLING));
}

/** @param seconds to wait; 0 lets pass. */
function refuseFor(seconds: number): void {
  if (seconds > 0) throw tooManyAttempts(seconds);
}
