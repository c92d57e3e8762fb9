import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/index.js';
import { CreditsModule } from '../credits/index.js';
import { AccountLimitEntity } from './account-limit.entity.js';
import { AccountLimits } from './account-limits.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { KeySpending } from './key-spending.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';
import { OperatorKeyEntity } from './operators/operator-key.entity.js';
import { OperatorKeysController } from './operators/operator-keys.controller.js';
import { OperatorKeys } from './operators/operator-keys.service.js';
import { OwnKeyController } from './own-key.controller.js';

/**
 * Owns the management of API keys by their owners, and the format of secrets. It never decides whether a request is admitted (`admission/`
 * does) and never stores a secret, only its SHA-256. Relies on the database for the limit of 20 keys. `credits/` has what a key may spend.
 */
@Module({
  imports: [
    AuditModule,
    CreditsModule,
    TypeOrmModule.forFeature([AccountLimitEntity, ApiKeyEntity, OperatorKeyEntity]),
  ],
  controllers: [KeysController, OperatorKeysController, OwnKeyController],
  providers: [AccountLimits, KeysService, KeySpending, OperatorKeys],
  exports: [AccountLimits, KeysService, OperatorKeys],
})
export class KeysModule {}
