import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Admission } from './admission.js';
import { AttemptLimits } from './attempt-limits.js';
import { AttemptWindowEntity } from './attempt-window.entity.js';
import { BudgetReader } from './budget.reader.js';
import { FailedAuthThrottle } from './failed-auth.throttle.js';
import { LiveCredentials } from './live-credentials.js';
import { PostgresAttemptLimits } from './postgres.attempt-limits.js';
import { RateLimitInterceptor } from './rate-limit.interceptor.js';
import { RateWindowEntity } from './rate-window.entity.js';
import { AttemptThrottlerStorage } from './throttler.storage.js';

/**
 * Decides whether a request that is counted gets in: key, scope and both budgets, in one statement for all requests
 * that arrive together; and for what signed-in people start, the budgets alone. Also ends
 * requests that wait once their credential has ended, counts attempts of callers without a key, and knows how a budget
 * is shown. It never caches a key. Relies on `keys` for what a secret is; the global guard in `auth` calls it.
 */
@Module({
  imports: [TypeOrmModule.forFeature([AttemptWindowEntity, RateWindowEntity])],
  providers: [
    { provide: APP_INTERCEPTOR, useClass: RateLimitInterceptor },
    { provide: AttemptLimits, useClass: PostgresAttemptLimits },
    Admission,
    AttemptThrottlerStorage,
    BudgetReader,
    FailedAuthThrottle,
    LiveCredentials,
  ],
  exports: [
    Admission,
    AttemptLimits,
    AttemptThrottlerStorage,
    BudgetReader,
    FailedAuthThrottle,
    LiveCredentials,
  ],
})
export class AdmissionModule {}
