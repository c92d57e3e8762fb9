import { Module } from '@nestjs/common';
import { UploadsModule } from '../assets/index.js';
import { DashboardUploadsController } from './uploads.controller.js';

/** Receives uploads of signed-in users. Runs in processes with the role `api`. */
@Module({ imports: [UploadsModule], controllers: [DashboardUploadsController] })
export class DashboardUploadsModule {}
