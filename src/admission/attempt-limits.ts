/** `name` separates the subjects of different limits; the window slides. */
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

/** Is counted before its outcome is known. */
export interface ReservedAttempt extends AttemptCount {
  /** Takes the attempt out of the window, because it did not fail. Without effect if it was not counted. */
  giveBack(): Promise<void>;
}

/** Port: counts attempts of callers without an API key. A subject is an address, an email, a browser or a sign-in. */
export abstract class AttemptLimits {
  /** Counts an attempt if the subject has one left. An attempt that fails is thus counted before anything is compared. */
  abstract reserve(limit: AttemptLimit, subject: string): Promise<ReservedAttempt>;

  /** Returns whole seconds; 0 when the subject has an attempt left. Counts nothing. */
  abstract retryAfterSeconds(limit: AttemptLimit, subject: string): Promise<number>;

  /** Counts for good if the subject has an attempt left. */
  async count(limit: AttemptLimit, subject: string): Promise<AttemptCount> {
    const { used, retryAfterSeconds } = await this.reserve(limit, subject);
    return { used, retryAfterSeconds };
  }
}
