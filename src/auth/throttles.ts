/**
 * Bounds sign-in and registration, by the caller's address and by email. Counted in this process; the numbers are per
 * process and protect it from guessing and from the cost of Argon2.
 */
import { Injectable } from '@nestjs/common';
import { AppError } from '../errors/index.js';
import { AttemptCounter, sourceOf } from '../rate-limit/index.js';

export const REQUESTS_PER_ADDRESS = 100;
export const REGISTRATIONS_PER_EMAIL = 10;
export const FAILED_LOGINS_PER_EMAIL = 10;

@Injectable()
export class SignInThrottle {
  private readonly byAddress = {
    login: new AttemptCounter(REQUESTS_PER_ADDRESS),
    register: new AttemptCounter(REQUESTS_PER_ADDRESS),
  };
  private readonly registrations = new AttemptCounter(REGISTRATIONS_PER_EMAIL);
  private readonly failedLogins = new AttemptCounter(FAILED_LOGINS_PER_EMAIL);
  private readonly turns = new Map<string, Promise<unknown>>();

  /** Counts a request to sign in or register. @throws 429 for the 101st of a minute from one address. */
  countAddress(route: 'login' | 'register', address: string): void {
    refuseFor(this.byAddress[route].count(sourceOf(address)));
  }

  /** @throws 429 for the 11th of a minute for one email. */
  countRegistration(email: string): void {
    refuseFor(this.registrations.count(email));
  }

  /**
   * Checks a password unless this email had its failures of a minute. Only failures count, so nobody is locked out by
   * signing in often. Checks of one email take turns: parallel guesses would all pass a counter that is still zero.
   * @param check gives null when the password is wrong. @throws 429 when the email is blocked.
   */
  async guardLogin<T>(email: string, check: () => Promise<T | null>): Promise<T | null> {
    return this.inTurn(email, async () => {
      refuseFor(this.failedLogins.secondsToWait(email));
      const result = await check();
      if (result === null) this.failedLogins.count(email);
      return result;
    });
  }

  private async inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.turns.get(key) ?? Promise.resolve()).then(work);
    const settled = mine.catch(() => undefined);
    this.turns.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.turns.get(key) === settled) this.turns.delete(key);
    }
  }
}

/** @param seconds to wait; 0 lets pass. */
function refuseFor(seconds: number): void {
  if (seconds === 0) return;
  throw new AppError('rate_limited', {
    message: 'Too many attempts. Try again later.',
    headers: { 'Retry-After': String(seconds) },
  });
}
