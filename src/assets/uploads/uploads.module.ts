import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UploadEntity } from './upload.entity.js';
import { UploadStore } from './upload.store.js';
import { UploadSweeper } from './upload-sweeper.js';

/**
 * Owns the files that people send to start predictions from: takes them in, bounds how much an account keeps, removes
 * them after a day. A prediction gets one by its link, as it gets an output of ours, and this module never knows of it.
 */
@Module({
  imports: [TypeOrmModule.forFeature([UploadEntity])],
  providers: [UploadStore, UploadSweeper],
  exports: [UploadStore],
})
export class UploadsModule {}
