import { Module } from '@nestjs/common';
import { DashboardUploadsController } from './dashboard-uploads.controller.js';
import { UploadsModule } from './uploads.module.js';

@Module({ imports: [UploadsModule], controllers: [DashboardUploadsController] })
export class DashboardUploadsModule {}
