import { budgetHeaders, type BudgetState, refusalHeaders, refusalMessage } from './budget-headers.js';

const budget: BudgetState = { name: 'key', limit: 120, remaining: 7, resetSeconds: 0 };

it('shows a budget in the customary headers and in those of the draft', () => {
  expect(budgetHeaders(budget)).toEqual({
    'X-RateLimit-Limit': '120',
    'X-RateLimit-Remaining': '7',
    'X-RateLimit-Reset': '0',
    'RateLimit-Policy': '"key";q=120;w=60',
    RateLimit: '"key";r=7;t=0',
  });
});

it('a refusal says in addition whose budget it was, and when to come back', () => {
  expect(refusalHeaders({ name: 'platform', limit: 600, remaining: 0, resetSeconds: 42 })).toEqual({
    'X-RateLimit-Limit': '600',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': '42',
    'RateLimit-Policy': '"platform";q=600;w=60',
    RateLimit: '"platform";r=0;t=42',
    'Retry-After': '42',
    'X-RateLimit-Scope': 'platform',
  });
});

it('never asks a refused caller to come back at once', () => {
  expect(refusalHeaders(budget)['Retry-After']).toBe('1');
});

it.each([
  ['key', 'Rate limit exceeded for this API key (120/min)'],
  ['account', 'Rate limit exceeded for this account (120/min)'],
  ['platform', 'Platform rate limit exceeded (120/min)'],
] as const)('a refusal by the budget of %s is worded as the contract has it', (name, message) => {
  expect(refusalMessage({ ...budget, name })).toBe(message);
});
