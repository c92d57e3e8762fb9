import { Module } from '@nestjs/common';
import { FailedAuthThrottle } from './failed-auth.throttle.js';

/**
 * Owns how budgets are shown and the throttles of what has no key yet. The budgets of keys themselves are counted in
 * `admission/`, in the statement that admits.
 */
@Module({
  providers: [FailedAuthThrottle],
  exports: [FailedAuthThrottle],
})
export class RateLimitModule {}
