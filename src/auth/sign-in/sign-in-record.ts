/**
 * What is known of failed sign-ins. In this process and in memory, with a bound on the number of subjects; the port is
 * asynchronous and has one read and one write per sign-in, so that the counts can move into the database.
 */
import { AttemptCounter, networkOf, sourceOf } from '../../admission/index.js';

/** Of one address (IPv6: one /64) for one email, in a minute. */
export const FAILURES_PER_ADDRESS_AND_EMAIL = 10;
/** Of one known browser, in an hour; then it counts as unknown. A stolen cookie guesses nothing with that. */
export const FAILURES_PER_BROWSER = 10;

const HOUR_MS = 3_600_000;
const HALF_LIFE_MS = 300_000;
const MAX_SUBJECTS = 50_000;

export interface SignInAttempt {
  email: string;
  address: string;
  /** Id of the known browser of this very email; null for every other one. */
  browserId: string | null;
}

export interface Standing {
  /** A known browser that has failures left. */
  isKnownBrowser: boolean;
  /** Whole seconds until this address may try this email again; 0 now. */
  secondsToWait: number;
  /** Recent failures for this email from unknown browsers, over all addresses. They fade: half of them in 5 minutes. */
  emailFailures: number;
  /** Recent failures of the caller's address and of the network around it. */
  suspicion: number;
}

export abstract class SignInRecord {
  abstract standingOf(attempt: SignInAttempt): Promise<Standing>;
  abstract countFailure(attempt: SignInAttempt, by: 'known browser' | 'unknown browser'): Promise<void>;
}

export class MemorySignInRecord extends SignInRecord {
  private readonly browsers: AttemptCounter;
  private readonly pairs: AttemptCounter;
  private readonly emails: FadingCount;
  private readonly networks: FadingCount;

  constructor(clock = () => performance.now()) {
    super();
    this.browsers = new AttemptCounter(FAILURES_PER_BROWSER, HOUR_MS, clock);
    this.pairs = new AttemptCounter(FAILURES_PER_ADDRESS_AND_EMAIL, 60_000, clock);
    this.emails = new FadingCount(clock);
    this.networks = new FadingCount(clock);
  }

  async standingOf({ email, address, browserId }: SignInAttempt): Promise<Standing> {
    return {
      isKnownBrowser: browserId !== null && this.browsers.secondsToWait(browserId) === 0,
      secondsToWait: this.pairs.secondsToWait(pairOf(email, address)),
      emailFailures: this.emails.of(email),
      suspicion: this.networks.of(networkOf(address)),
    };
  }

  async countFailure(
    { email, address, browserId }: SignInAttempt,
    by: 'known browser' | 'unknown browser',
  ): Promise<void> {
    if (by === 'known browser') return void this.browsers.count(browserId!);
    this.pairs.count(pairOf(email, address));
    this.emails.add(email);
    this.networks.add(networkOf(address));
  }
}

const pairOf = (email: string, address: string): string => `${sourceOf(address)} ${email}`;

/** A count per subject that halves every five minutes: one number each, exact enough to slow down by. */
class FadingCount {
  private readonly counts = new Map<string, { value: number; at: number }>();

  constructor(private readonly clock: () => number) {}

  of(subject: string): number {
    const count = this.counts.get(subject);
    return count ? count.value * 2 ** ((count.at - this.clock()) / HALF_LIFE_MS) : 0;
  }

  add(subject: string): void {
    const value = this.of(subject) + 1;
    // The one counted longest ago comes first.
    this.counts.delete(subject);
    this.counts.set(subject, { value, at: this.clock() });
    if (this.counts.size <= MAX_SUBJECTS) return;
    for (const oldest of this.counts.keys()) return void this.counts.delete(oldest);
  }
}
