import { Module } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../platform/config/index.js';
import { Database } from '../platform/database/index.js';
import { Admission } from './admission.js';
import { AttemptLimits } from './attempt-limits.js';
import { AttemptWindowEntity } from './attempt-window.entity.js';
import { BudgetEntity } from './budget.entity.js';
import { BudgetReader } from './budget.reader.js';
import { Evaluation } from './evaluation.js';
import { FailedAuthThrottle } from './failed-auth.throttle.js';
import { GuardedLimitStore } from './guarded-limit-store.js';
import { KeyUses } from './key-uses.js';
import { LimitStore } from './limit-store.js';
import { LiveCredentials } from './live-credentials.js';
import { PostgresAttemptLimits } from './postgres.attempt-limits.js';
import { PostgresEvaluation } from './postgres.evaluation.js';
import { StoreEvaluation } from './store.evaluation.js';
import { AttemptThrottlerStorage } from './throttler.storage.js';

/**
 * Admits or rejects counted requests of API keys, signed-in users and operators. Also ends waiting requests whose credential has ended, and
 * counts attempts of callers without a key. It never caches a key. `keys` defines the format of secrets; the global guard in `auth` calls
 * this module.
 */
@Module({
  imports: [TypeOrmModule.forFeature([AttemptWindowEntity, BudgetEntity])],
  providers: [
    { provide: AttemptLimits, useClass: PostgresAttemptLimits },
    Admission,
    AttemptThrottlerStorage,
    BudgetReader,
    FailedAuthThrottle,
    // Null unless a `LimitStore` replaces the budgets of the database.
    {
      provide: GuardedLimitStore,
      inject: [LimitStore],
      useFactory: (store: LimitStore | null) => store && new GuardedLimitStore(store),
    },
    {
      provide: Evaluation,
      inject: [GuardedLimitStore, KeyUses, Database, Config],
      useFactory: (store: GuardedLimitStore | null, uses: KeyUses, database: Database, config: Config) =>
        store
          ? new StoreEvaluation(store, uses, database, config)
          : new PostgresEvaluation(uses, database, config),
    },
    {
      provide: KeyUses,
      inject: [Database, SchedulerRegistry],
      useFactory: (database: Database, registry: SchedulerRegistry) => new KeyUses(database, registry),
    },
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
