import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PartialUploadSweeper } from './partial-upload-sweeper.js';
import { UploadEntity } from './upload.entity.js';
import { UploadStore } from './upload.store.js';

/**
 * Owns uploaded inputs of predictions: receives them, limits the bytes per account, and removes them after a day.
 * Predictions refer to them by link, as to outputs; this module does not depend on predictions.
 */
@Module({
  imports: [TypeOrmModule.forFeature([UploadEntity])],
  providers: [PartialUploadSweeper, UploadStore],
  exports: [UploadStore],
})
export class UploadsModule {}
