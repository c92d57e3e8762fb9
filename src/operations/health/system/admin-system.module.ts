import { Module } from '@nestjs/common';
import { AccountsModule } from '../../../accounts/index.js';
import { CreditsModule } from '../../../credits/index.js';
import { EnginesModule, PredictionsModule } from '../../../generation/index.js';
import { AdminSystemController } from './admin-system.controller.js';
import { AdminSystem } from './admin-system.service.js';

/** Runs in processes with the role `api`. */
@Module({
  imports: [AccountsModule, CreditsModule, EnginesModule, PredictionsModule],
  controllers: [AdminSystemController],
  providers: [AdminSystem],
})
export class AdminSystemModule {}
