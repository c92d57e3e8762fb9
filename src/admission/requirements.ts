/** The headers are the common X-RateLimit-* and the IETF draft's RateLimit and RateLimit-Policy; the errors 403 and 429 carry them. */
import { AppError, type ErrorCode } from '../platform/errors/index.js';
import { missingScope, type OperatorScope, type Scope } from '../platform/http/index.js';
import { WINDOW_SECONDS, WINDOW_UNIT } from '../platform/limits/index.js';
import type { Verdict } from './evaluation.js';

export interface BudgetState {
  /** `account` is the budget of the account's signed-in users, `operator` that of an operator key. */
  name: 'key' | 'account' | 'operator' | 'platform';
  limit: number;
  remaining: number;
  /** Whole seconds until a request is left; 0 while one is left. */
  resetSeconds: number;
}

/** The draft of these headers is https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/. */
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

export function rateLimitedHeaders(budget: BudgetState): Record<string, string> {
  return {
    ...budgetHeaders(budget),
    'Retry-After': String(Math.max(1, budget.resetSeconds)),
    'X-RateLimit-Scope': budget.name,
  };
}

/** The contract has these words. */
export function rateLimitedMessage({ name, limit }: BudgetState): string {
  switch (name) {
    case 'key':
      return `Rate limit exceeded for this API key (${limit}/${WINDOW_UNIT})`;
    case 'account':
      return `Rate limit exceeded for this account (${limit}/${WINDOW_UNIT})`;
    case 'operator':
      return `Rate limit exceeded for this operator key (${limit}/${WINDOW_UNIT})`;
    case 'platform':
      return `Platform rate limit exceeded (${limit}/${WINDOW_UNIT})`;
  }
}

export function ownBudget(verdict: Verdict, name: BudgetState['name']): BudgetState {
  const { rate_limit: limit, remaining, key_reset } = verdict;
  return { name, limit, remaining, resetSeconds: remaining > 0 ? 0 : key_reset };
}

/** @throws 403, also when the caller's budget is used up. */
export function requireAllowed(
  verdict: Verdict,
  own: BudgetState,
  scopes: readonly Scope[],
  modelKey: string | undefined,
): void {
  const refusal = refusalOf(verdict, modelKey);
  if (refusal === 'insufficient_scope') throw missingScope(scopes, budgetHeaders(own));
  if (refusal !== null) throw new AppError(refusal, { headers: budgetHeaders(own) });
}

/** Returns null when the caller may make the request. */
function refusalOf(verdict: Verdict, modelKey: string | undefined): ErrorCode | null {
  if (verdict.verdict === 'forbidden') {
    if (!verdict.address_allowed) return 'ip_not_allowed';
    return verdict.is_suspended ? 'account_suspended' : 'insufficient_scope';
  }
  const isAllowed = modelKey === undefined || (verdict.allowed_models?.includes(modelKey) ?? true);
  return isAllowed ? null : 'model_not_allowed';
}

/** @throws 403. @param scope undefined: no operator key may call the route. */
export function requireAllowedOperator(
  verdict: Verdict,
  own: BudgetState,
  scope: OperatorScope | undefined,
): void {
  if (verdict.verdict !== 'forbidden') return;
  // A route that no operator key may call has no budget.
  const headers = scope === undefined ? {} : budgetHeaders(own);
  if (!verdict.address_allowed)
    throw new AppError('ip_not_allowed', {
      message: 'This operator key may not be used from this address.',
      headers,
    });
  if (scope === undefined)
    throw new AppError('forbidden', { message: 'An operator key may not do that.', headers });
  throw new AppError('insufficient_scope', {
    message: `This operator key lacks the scope ${scope}.`,
    headers,
  });
}

/** @throws 429. @param shared the budget that the caller shares with others, as the caller is to see it. */
export function requireRoom(
  { verdict, platform_reset: resetSeconds }: Verdict,
  own: BudgetState,
  { name, limit }: Pick<BudgetState, 'name' | 'limit'>,
): void {
  if (verdict === 'key') throw rateLimitedError(own);
  if (verdict === 'platform') throw rateLimitedError({ name, limit, remaining: 0, resetSeconds });
}

function rateLimitedError(budget: BudgetState): AppError {
  return new AppError('rate_limited', {
    message: rateLimitedMessage(budget),
    headers: rateLimitedHeaders(budget),
  });
}
