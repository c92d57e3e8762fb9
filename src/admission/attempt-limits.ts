/** At most `limit` attempts of a subject in any sliding window. `name` keeps the subjects of two limits apart. */
export interface AttemptLimit {
  name: string;
  limit: number;
  windowMs: number;
}

export interface AttemptCount {
  /** Attempts in the window, this one included if it was counted. */
  used: number;
  /** 0 when the attempt was counted, else whole seconds until the subject has one left. */
  retryAfterSeconds: number;
}

/** Port: counts attempts of callers without an API key. A subject is an address, an email or the like. */
export abstract class AttemptLimits {
  /** Counts an attempt if the subject has one left. */
  abstract count(limit: AttemptLimit, subject: string): Promise<AttemptCount>;

  /** Whole seconds until the subject has an attempt left; 0 when it has one. Counts nothing. */
  abstract retryAfterSeconds(limit: AttemptLimit, subject: string): Promise<number>;
}
