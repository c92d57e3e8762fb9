import { Module } from '@nestjs/common';
import { RateLimitModule } from '../rate-limit/index.js';
import { Admission } from './admission.js';

/**
 * Decides whether an API-key request gets in: key, scope and both budgets, in one statement for all requests that
 * arrive together. It never caches a key. Relies on `keys` for what a secret is and on `rate-limit` for how a budget
 * is shown; the global guard in `auth` calls it.
 */
@Module({ imports: [RateLimitModule], providers: [Admission], exports: [Admission] })
export class AdmissionModule {}
