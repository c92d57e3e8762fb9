import { WINDOW_SECONDS, WINDOW_UNIT } from '../platform/limits/index.js';
import { budgetHeaders, type BudgetState, rateLimitedHeaders, rateLimitedMessage } from './requirements.js';

const budget: BudgetState = { name: 'key', limit: 120, remaining: 7, resetSeconds: 0 };

it('formats a budget in the common headers and in those of the IETF draft', () => {
  expect(budgetHeaders(budget)).toEqual({
    'X-RateLimit-Limit': '120',
    'X-RateLimit-Remaining': '7',
    'X-RateLimit-Reset': '0',
    'RateLimit-Policy': `"key";q=120;w=${WINDOW_SECONDS}`,
    RateLimit: '"key";r=7;t=0',
  });
});

it('adds the scope of the budget and Retry-After to a 429', () => {
  expect(rateLimitedHeaders({ name: 'platform', limit: 600, remaining: 0, resetSeconds: 42 })).toEqual({
    'X-RateLimit-Limit': '600',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': '42',
    'RateLimit-Policy': `"platform";q=600;w=${WINDOW_SECONDS}`,
    RateLimit: '"platform";r=0;t=42',
    'Retry-After': '42',
    'X-RateLimit-Scope': 'platform',
  });
});

it('has a Retry-After of at least one second', () => {
  expect(rateLimitedHeaders(budget)['Retry-After']).toBe('1');
});

it.each([
  ['key', 'Rate limit exceeded for this API key'],
  ['account', 'Rate limit exceeded for this account'],
  ['platform', 'Platform rate limit exceeded'],
] as const)('words a 429 of the budget %s as the contract does', (name, message) => {
  expect(rateLimitedMessage({ ...budget, name })).toBe(`${message} (120/${WINDOW_UNIT})`);
});
