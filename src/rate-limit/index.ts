export { AttemptCounter } from './attempt-counter.js';
export { type BudgetState, budgetHeaders, refusalHeaders, refusalMessage } from './budget-headers.js';
export { FailedAuthThrottle, type FailedAuthVerdict } from './failed-auth.throttle.js';
export { RateLimitModule } from './rate-limit.module.js';
export { sourceOf } from './source-address.js';
