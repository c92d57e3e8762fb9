import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PartialUploadSweeper } from './partial-upload-sweeper.js';
import { UploadEntity } from './upload.entity.js';
import { UploadStore } from './upload.store.js';

/**
 * Owns the files that people send to start predictions from: takes them in, bounds how much an account keeps, removes
 * them after a day. A prediction gets one by its link, as it gets an output of ours, and this module never knows of it.
 */
@Module({
  imports: [TypeOrmModule.forFeature([UploadEntity])],
  providers: [PartialUploadSweeper, UploadStore],
  exports: [UploadStore],
})
export class UploadsModule {}
