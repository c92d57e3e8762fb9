/** Allows `limit` attempts of a subject in any sliding window. `name` separates the subjects of different limits. */
export interface AttemptLimit {
  name: string;
  limit: number;
  windowMs: number;
}

export interface AttemptCount {
  /** Attempts in the window, including this one if it was counted. */
  used: number;
  /** 0 when the attempt was counted, otherwise whole seconds until the subject has one left. */
  retryAfterSeconds: number;
}

/** An attempt that was counted before its outcome was known. */
export interface ReservedAttempt extends AttemptCount {
  /** Takes the attempt out of the window again: it did not fail. Without effect if it was not counted. */
  giveBack(): Promise<void>;
}

/** Port: counts attempts of callers without an API key. A subject is an address, an email, a browser or a sign-in. */
export abstract class AttemptLimits {
  /** Counts an attempt if the subject has one left. An attempt that fails is thus counted before anything is compared. */
  abstract reserve(limit: AttemptLimit, subject: string): Promise<ReservedAttempt>;

  /** Returns whole seconds until the subject has an attempt left; 0 when it has one. Counts nothing. */
  abstract retryAfterSeconds(limit: AttemptLimit, subject: string): Promise<number>;

  /** Counts an attempt for good if the subject has one left. */
  async count(limit: AttemptLimit, subject: string): Promise<AttemptCount> {
    const { used, retryAfterSeconds } = await this.reserve(limit, subject);
    return { used, retryAfterSeconds };
  }
}
