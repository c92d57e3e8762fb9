import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/index.js';
import { AdminProvidersController } from './admin-providers.controller.js';
import { AdminProviders } from './admin-providers.service.js';
import { EnginesModule } from './engines.module.js';

/** Runs in processes with the role `api`. */
@Module({
  imports: [AuditModule, EnginesModule],
  controllers: [AdminProvidersController],
  providers: [AdminProviders],
})
export class AdminProvidersModule {}
