/**
 * Failed sign-ins. The limits are counted over all processes (`AttemptLimits`). The slow-down is not a limit: it never
 * rejects anybody, and each process slows down by the failures that it has seen itself.
 */
import { Injectable } from '@nestjs/common';
import { AttemptLimits, networkOf, sourceOf } from '../../admission/index.js';
import { FAILURES_OF_ADDRESS, FAILURES_OF_BROWSER } from './sign-in-limits.js';

const HALF_LIFE_MS = 300_000;
const MAX_SUBJECTS = 50_000;

export interface SignInAttempt {
  email: string;
  address: string;
  /** Id of the known browser of this very email; null for every other one. */
  browserId: string | null;
}

export interface Standing {
  /** Whole seconds until this address may try this email again; 0 now. */
  secondsToWait: number;
  /** Recent failures for this email from unknown browsers, over all addresses. They fade: half of them in 5 minutes. */
  emailFailures: number;
  /** Recent failures of the caller's address and of the network around it. */
  suspicion: number;
}

@Injectable()
export class SignInRecord {
  private readonly emails = new FadingCount();
  private readonly networks = new FadingCount();

  constructor(private readonly limits: AttemptLimits) {}

  /** Whether a known browser has failures left; without, it counts as unknown. */
  async isTrusted(browserId: string): Promise<boolean> {
    return (await this.limits.secondsToWait(FAILURES_OF_BROWSER, browserId)) === 0;
  }

  /** The standing of an unknown browser. */
  async standingOf({ email, address }: SignInAttempt): Promise<Standing> {
    return {
      secondsToWait: await this.limits.secondsToWait(FAILURES_OF_ADDRESS, pairOf(email, address)),
      emailFailures: this.emails.of(email),
      suspicion: this.networks.of(networkOf(address)),
    };
  }

  async countFailureOfBrowser(browserId: string): Promise<void> {
    await this.limits.count(FAILURES_OF_BROWSER, browserId);
  }

  async countFailure({ email, address }: SignInAttempt): Promise<void> {
    this.emails.add(email);
    this.networks.add(networkOf(address));
    await this.limits.count(FAILURES_OF_ADDRESS, pairOf(email, address));
  }
}

const pairOf = (email: string, address: string): string => `${sourceOf(address)} ${email}`;

/** A count per subject that halves every five minutes: one number each, exact enough to slow down by. */
class FadingCount {
  private readonly counts = new Map<string, { value: number; at: number }>();

  of(subject: string): number {
    const count = this.counts.get(subject);
    return count ? count.value * 2 ** ((count.at - performance.now()) / HALF_LIFE_MS) : 0;
  }

  add(subject: string): void {
    const value = this.of(subject) + 1;
    // The one counted longest ago comes first.
    this.counts.delete(subject);
    this.counts.set(subject, { value, at: performance.now() });
    if (this.counts.size <= MAX_SUBJECTS) return;
    for (const oldest of this.counts.keys()) return void this.counts.delete(oldest);
  }
}
