import { Module } from '@nestjs/common';
import { UploadsController } from './uploads.controller.js';
import { UploadsModule } from './uploads.module.js';

/** Receives uploads with an API key. Runs in processes with the role `api`. */
@Module({ imports: [UploadsModule], controllers: [UploadsController] })
export class UploadsApiModule {}
