import { Module } from '@nestjs/common';
import { RateLimitModule } from '../rate-limit/index.js';
import { Admission } from './admission.js';
import { BudgetReader } from './budget.reader.js';
import { LiveCredentials } from './live-credentials.js';

/**
 * Decides whether a request that is counted gets in: key, scope and both budgets, in one statement for all requests
 * that arrive together; and for what signed-in people start, the budgets alone. Also ends
 * requests that wait once their credential has ended. It never caches a key. Relies on
 * `keys` for what a secret is and on `rate-limit` for how a budget is shown; the global guard in `auth` calls it.
 */
@Module({
  imports: [RateLimitModule],
  providers: [Admission, BudgetReader, LiveCredentials],
  exports: [Admission, BudgetReader, LiveCredentials],
})
export class AdmissionModule {}
