/** The limits hold over all processes (`AttemptLimits`). The counts that delay checks are per process: they reject no caller. */
import { Injectable } from '@nestjs/common';
import { AttemptLimits, networkOf, type ReservedAttempt, sourceOf } from '../../admission/index.js';
import { ADDRESS_FAILURES, BROWSER_FAILURES } from './sign-in-limits.js';

const HALF_LIFE_MS = 300_000;
const MAX_SUBJECTS = 50_000;

export interface SignInAttempt {
  email: string;
  address: string;
  /** Null for a browser that is unknown for this email. */
  browserId: string | null;
}

export interface FailureCounts {
  /** Whole seconds until this address may try this email again; 0 when it may now. */
  retryAfterSeconds: number;
  /** Recent failures of the caller's network; halves every 5 minutes. */
  networkFailures: number;
}

@Injectable()
export class SignInFailures {
  private readonly emails = new DecayingCounter();
  private readonly networks = new DecayingCounter();

  constructor(private readonly limits: AttemptLimits) {}

  async countsOf({ email, address }: SignInAttempt): Promise<FailureCounts> {
    return {
      retryAfterSeconds: await this.limits.retryAfterSeconds(ADDRESS_FAILURES, pairOf(email, address)),
      networkFailures: this.networks.of(networkOf(address)),
    };
  }

  /** Counts an attempt of a known browser as a failure, before its password is compared. */
  reserveOfBrowser(browserId: string): Promise<ReservedAttempt> {
    return this.limits.reserve(BROWSER_FAILURES, browserId);
  }

  /** Counts an attempt of an address for an email as a failure, before its password is compared. */
  reserve({ email, address }: SignInAttempt): Promise<ReservedAttempt> {
    return this.limits.reserve(ADDRESS_FAILURES, pairOf(email, address));
  }

  /** Adds a failure to the counts that delay later checks. @returns the recent failures for the email; they halve every 5 minutes. */
  addFailure({ email, address }: SignInAttempt): number {
    this.networks.add(networkOf(address));
    return this.emails.add(email);
  }
}

export const pairOf = (email: string, address: string): string => `${sourceOf(address)} ${email}`;

/** Stores one number per subject, which halves every five minutes. */
class DecayingCounter {
  private readonly counts = new Map<string, { value: number; at: number }>();

  of(subject: string): number {
    const count = this.counts.get(subject);
    return count ? count.value * 2 ** ((count.at - performance.now()) / HALF_LIFE_MS) : 0;
  }

  add(subject: string): number {
    const value = this.of(subject) + 1;
    // Re-inserted at the end: the first entry is the least recently counted.
    this.counts.delete(subject);
    this.counts.set(subject, { value, at: performance.now() });
    if (this.counts.size > MAX_SUBJECTS) this.counts.delete(this.counts.keys().next().value!);
    return value;
  }
}
