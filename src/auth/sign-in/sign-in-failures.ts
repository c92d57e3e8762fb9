/**
 * Counts failed sign-ins. The limits hold over all processes (`AttemptLimits`). The counts that delay checks are kept per
 * process: they reject no caller.
 */
import { Injectable } from '@nestjs/common';
import { AttemptLimits, networkOf, sourceOf } from '../../admission/index.js';
import { ADDRESS_FAILURES, BROWSER_FAILURES } from './sign-in-limits.js';

const HALF_LIFE_MS = 300_000;
const MAX_SUBJECTS = 50_000;

export interface SignInAttempt {
  email: string;
  address: string;
  /** Id of the browser, if it is known for this email; otherwise null. */
  browserId: string | null;
}

export interface FailureCounts {
  /** Whole seconds until this address may try this email again; 0 when it may now. */
  retryAfterSeconds: number;
  /** Recent failures for this email from unknown browsers, over all addresses; halves every 5 minutes. */
  emailFailures: number;
  /** Recent failures of the caller's network; halves every 5 minutes. */
  networkFailures: number;
}

@Injectable()
export class SignInFailures {
  private readonly emails = new DecayingCounter();
  private readonly networks = new DecayingCounter();

  constructor(private readonly limits: AttemptLimits) {}

  /** Returns whether a known browser has failures left; without, it counts as unknown. */
  async hasFailuresLeft(browserId: string): Promise<boolean> {
    return (await this.limits.retryAfterSeconds(BROWSER_FAILURES, browserId)) === 0;
  }

  /** Returns the counts that apply to an unknown browser. */
  async countsOf({ email, address }: SignInAttempt): Promise<FailureCounts> {
    return {
      retryAfterSeconds: await this.limits.retryAfterSeconds(ADDRESS_FAILURES, pairOf(email, address)),
      emailFailures: this.emails.of(email),
      networkFailures: this.networks.of(networkOf(address)),
    };
  }

  async countBrowserFailure(browserId: string): Promise<void> {
    await this.limits.count(BROWSER_FAILURES, browserId);
  }

  async countFailure({ email, address }: SignInAttempt): Promise<void> {
    this.emails.add(email);
    this.networks.add(networkOf(address));
    await this.limits.count(ADDRESS_FAILURES, pairOf(email, address));
  }
}

/** Returns the subject of a limit per address and email. */
export const pairOf = (email: string, address: string): string => `${sourceOf(address)} ${email}`;

/** Keeps a count per subject that halves every five minutes. Stores one number per subject. */
class DecayingCounter {
  private readonly counts = new Map<string, { value: number; at: number }>();

  of(subject: string): number {
    const count = this.counts.get(subject);
    return count ? count.value * 2 ** ((count.at - performance.now()) / HALF_LIFE_MS) : 0;
  }

  add(subject: string): void {
    const value = this.of(subject) + 1;
    // Re-inserted at the end: the first entry is the least recently counted.
    this.counts.delete(subject);
    this.counts.set(subject, { value, at: performance.now() });
    if (this.counts.size <= MAX_SUBJECTS) return;
    for (const oldest of this.counts.keys()) return void this.counts.delete(oldest);
  }
}
