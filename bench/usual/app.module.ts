/**
 * Conventional implementation of the benchmark's two endpoints: NestJS with defaults, TypeORM repositories, a transaction with
 * a row lock around the charge, and @nestjs/throttler with Redis storage for both budgets. It does less than the service: it has
 * no queue position, no Idempotency-Key and no request counter per key, and its limiter counts in fixed windows.
 */
import { ThrottlerStorageRedisService } from '@nest-lab/throttler-storage-redis';
import { type ExecutionContext, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account } from './account.entity.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeyGuard, type AuthenticatedRequest } from './api-key.guard.js';
import { GenerationController } from './generation.controller.js';
import { GenerationService } from './generation.service.js';
import { LedgerEntry } from './ledger-entry.entity.js';
import { Prediction } from './prediction.entity.js';

const [databaseUrl, redisUrl, windowSeconds] = process.argv.slice(2);
const WINDOW_MS = Number(windowSeconds) * 1_000;
const PLATFORM_LIMIT = 10_000_000;

const keyOf = (context: ExecutionContext) => context.switchToHttp().getRequest<AuthenticatedRequest>().apiKey;

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: databaseUrl,
      entities: [Account, ApiKey, LedgerEntry, Prediction],
      synchronize: true,
      poolSize: 20,
    }),
    TypeOrmModule.forFeature([Account, ApiKey, LedgerEntry, Prediction]),
    ThrottlerModule.forRoot({
      throttlers: [
        {
          name: 'key',
          ttl: WINDOW_MS,
          limit: (context) => keyOf(context).rateLimit,
          getTracker: (_request, context) => keyOf(context).id,
        },
        { name: 'platform', ttl: WINDOW_MS, limit: PLATFORM_LIMIT, getTracker: () => 'platform' },
      ],
      storage: new ThrottlerStorageRedisService(redisUrl),
    }),
  ],
  controllers: [GenerationController],
  providers: [
    GenerationService,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_GUARD, useClass: ThrottlerGuard },
  ],
})
export class AppModule {}
