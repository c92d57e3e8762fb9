import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Admission } from './admission.js';
import { AttemptLimits } from './attempt-limits.js';
import { AttemptWindowEntity } from './attempt-window.entity.js';
import { BudgetEntity } from './budget.entity.js';
import { BudgetReader } from './budget.reader.js';
import { FailedAuthThrottle } from './failed-auth.throttle.js';
import { LiveCredentials } from './live-credentials.js';
import { PostgresAttemptLimits } from './postgres.attempt-limits.js';
import { RateWindowEntity } from './rate-window.entity.js';
import { AttemptThrottlerStorage } from './throttler.storage.js';

/**
 * Admits or rejects counted requests: key, scope and both budgets for API keys, both budgets for signed-in users. One
 * statement evaluates all requests that arrive together. Also ends waiting requests whose credential has ended, counts
 * attempts of callers without a key, and formats the headers of budgets. It never caches a key. `keys` defines the format
 * of secrets; the global guard in `auth` calls this module.
 */
@Module({
  imports: [TypeOrmModule.forFeature([AttemptWindowEntity, BudgetEntity, RateWindowEntity])],
  providers: [
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
