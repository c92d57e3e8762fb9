import { Module } from '@nestjs/common';
import { UploadsController } from './uploads.controller.js';
import { UploadsModule } from './uploads.module.js';

@Module({ imports: [UploadsModule], controllers: [UploadsController] })
export class UploadsApiModule {}
