/** Port: the budgets of counted requests. Its default is the admission statement, which keeps them in PostgreSQL. */

/** A budget of one request: at most `limit` requests of the subject in every sliding window (`WINDOW_SECONDS`). */
export interface Budget {
  /**
   * `key:<uuid>`, `dashboard:<uuid of an account>`, `operator:<uuid>`, `platform`, `account:<uuid>`, `ip:<address or /64>` or
   * `operators`; at most 100 characters. The same in all processes.
   */
  readonly subject: string;
  /** 0 or more. It can change between two requests of a subject: the limit given with a request applies to it. */
  readonly limit: number;
}

/** Its credential is valid. */
export interface BudgetRequest {
  /** The budget of the key, of the operator key, or of the account's signed-in users. */
  readonly own: Budget;
  /** Of requests with an operator key: the budget of all operator keys. */
  readonly platform: Budget;
  /** False for a request that is rejected for its scopes: it takes nothing and needs the state of its own budget only. */
  readonly isCounted: boolean;
}

/** What became of a request. */
export interface BudgetVerdict {
  /**
   * `admitted`: one request was taken from both budgets. `own` and `platform`: that budget has none left, and neither was
   * changed; `own` when both have none left. Not counted requests: any of them.
   */
  readonly verdict: 'admitted' | 'own' | 'platform';
  /** Requests left in the own budget after this one. */
  readonly remaining: number;
  /**
   * Whole seconds until a budget without requests left has one again, 1 to `COUNTED_SECONDS`; 0 while it has one. Of the platform's budget
   * for the verdict `platform`, otherwise of the own one.
   */
  readonly resetSeconds: number;
}

/**
 * Keeps budgets; a class of its own replaces the default. Then one statement looks up the keys of a batch of requests, and
 * one call of `take` decides about all of them. PostgreSQL has only the counters of keys (`requests`, `lastUsedAt`), which are
 * written every few seconds and at a stop: a killed process loses at most 5 s of them, and nothing of a limit.
 *
 * The service waits 2 s for a call. A call that takes longer or rejects is a 503 for each of its requests, with `Retry-After`:
 * without its budgets no request is admitted. Such requests may have been taken from their budgets.
 */
export abstract class LimitStore {
  /**
   * Decides about requests, in their order, and returns a verdict for each, in the same order. All processes share the
   * budgets: calls of several processes at once must admit no request too many in any sliding window, and a request of more
   * than `COUNTED_SECONDS` ago takes no room. A call has at most 128 requests, also several of one subject.
   */
  abstract take(requests: readonly BudgetRequest[]): Promise<BudgetVerdict[]>;

  /** Returns how many requests of each subject are in its window, in the order given; 0 for an unknown subject. */
  abstract used(subjects: readonly string[]): Promise<number[]>;
}
