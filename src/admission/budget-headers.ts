/** Formats a budget as headers: the common X-RateLimit-* and the IETF draft's RateLimit and RateLimit-Policy. */

/** The sliding window of both budgets. */
export const WINDOW_SECONDS = 60;

/** Counted requests per window of an account's signed-in users. Equals the default limit of a key. */
export const DASHBOARD_RATE_LIMIT = 120;

/** Requests per window of an operator key. */
export const OPERATOR_RATE_LIMIT = 600;

export interface BudgetState {
  /** `account` is the budget of the account's signed-in users, `operator` that of an operator key. */
  name: 'key' | 'account' | 'operator' | 'platform';
  /** Requests per window. */
  limit: number;
  /** Requests left in the window. */
  remaining: number;
  /** Whole seconds until a request is left; 0 while one is left. */
  resetSeconds: number;
}

/** Creates the headers of a budget. https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
export function budgetHeaders(budget: BudgetState): Record<string, string> {
  const { name, limit, remaining, resetSeconds } = budget;
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetSeconds),
    'RateLimit-Policy': `"${name}";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  };
}

/** Creates the headers of a 429. */
export function rateLimitedHeaders(budget: BudgetState): Record<string, string> {
  return {
    ...budgetHeaders(budget),
    'Retry-After': String(Math.max(1, budget.resetSeconds)),
    'X-RateLimit-Scope': budget.name,
  };
}

/** Creates the message of a 429, as the contract words it. */
export function rateLimitedMessage({ name, limit }: BudgetState): string {
  switch (name) {
    case 'key':
      return `Rate limit exceeded for this API key (${limit}/min)`;
    case 'account':
      return `Rate limit exceeded for this account (${limit}/min)`;
    case 'operator':
      return `Rate limit exceeded for this operator key (${limit}/min)`;
    case 'platform':
      return `Platform rate limit exceeded (${limit}/min)`;
  }
}
