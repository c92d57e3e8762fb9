export { AttemptCounter } from './attempt-counter.js';
export {
  type BudgetState,
  budgetHeaders,
  DASHBOARD_RATE_LIMIT,
  refusalHeaders,
  refusalMessage,
  WINDOW_SECONDS,
} from './budget-headers.js';
export { FailedAuthThrottle, type FailedAuthVerdict } from './failed-auth.throttle.js';
export { RateLimitModule } from './rate-limit.module.js';
export { networkOf, sourceOf } from './source-address.js';
