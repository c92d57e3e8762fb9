/** How a budget is shown in headers: the customary X-RateLimit-* and the IETF draft's RateLimit and RateLimit-Policy. */

/** Both budgets are counted over this sliding window. */
export const WINDOW_SECONDS = 60;

/** Requests per window that a signed-in person may make where requests are counted: as many as a key by default. */
export const DASHBOARD_RATE_LIMIT = 120;

export interface BudgetState {
  /** `account`: what is done in the dashboard, without a key. */
  name: 'key' | 'account' | 'platform';
  /** Requests per window. */
  limit: number;
  /** Requests left in the window. */
  remaining: number;
  /** Whole seconds until there is room again; 0 while there is. */
  resetSeconds: number;
}

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
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

/** What a 429 adds. */
export function refusalHeaders(budget: BudgetState): Record<string, string> {
  return {
    ...budgetHeaders(budget),
    'Retry-After': String(Math.max(1, budget.resetSeconds)),
    'X-RateLimit-Scope': budget.name,
  };
}

/** The 429's message, to the letter of the contract. */
export function refusalMessage({ name, limit }: BudgetState): string {
  switch (name) {
    case 'key':
      return `Rate limit exceeded for this API key (${limit}/min)`;
    case 'account':
      return `Rate limit exceeded for this account (${limit}/min)`;
    case 'platform':
      return `Platform rate limit exceeded (${limit}/min)`;
  }
}
