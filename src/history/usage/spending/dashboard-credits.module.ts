import { Module } from '@nestjs/common';
import { CreditsModule } from '../../../credits/index.js';
import { KeysModule } from '../../../keys/index.js';
import { DashboardCreditsController } from './dashboard-credits.controller.js';
import { SpendingService } from './spending.service.js';

/** Runs in processes with the role `api`. */
@Module({
  imports: [CreditsModule, KeysModule],
  controllers: [DashboardCreditsController],
  providers: [SpendingService],
})
export class DashboardCreditsModule {}
