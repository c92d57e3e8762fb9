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

/** Port: counts attempts of callers without an API key. A subject is an address, an email, a browser or a sign-in. */
export abstract class AttemptLimits {
  /** Counts an attempt if the subject has one left. */
  abstract count(limit: AttemptLimit, subject: string): Promise<AttemptCount>;

  /** Returns whole seconds until the subject has an attempt left; 0 when it has one. Counts nothing. */
  abstract retryAfterSeconds(limit: AttemptLimit, subject: string): Promise<number>;
}
