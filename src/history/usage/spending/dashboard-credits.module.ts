import { Module } from '@nestjs/common';
import { CreditsModule } from '../../../credits/index.js';
import { KeysModule } from '../../../keys/index.js';
import { DashboardCreditsController } from './dashboard-credits.controller.js';
import { SpendingService } from './spending.service.js';

/** Owns the routes of a signed-in user's balance, statement and spending. Runs in processes with the role `api`. */
@Module({
  imports: [CreditsModule, KeysModule],
  controllers: [DashboardCreditsController],
  providers: [SpendingService],
})
export class DashboardCreditsModule {}
