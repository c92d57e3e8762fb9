import { Module } from '@nestjs/common';
import { DashboardUploadsController } from './dashboard-uploads.controller.js';
import { UploadsModule } from './uploads.module.js';

/** Receives uploads of signed-in users. Runs in processes with the role `api`. */
@Module({ imports: [UploadsModule], controllers: [DashboardUploadsController] })
export class DashboardUploadsModule {}
