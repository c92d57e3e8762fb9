import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DiskReserve } from './disk-reserve.js';
import { PartialUploadSweeper } from './partial-upload-sweeper.js';
import { UploadEntity } from './upload.entity.js';
import { UploadStore } from './upload.store.js';
import { UploadSenders } from './upload-senders.js';

/** Owns uploads, and removes them after a day. Predictions refer to them by link, as to outputs; this module depends on none. */
@Module({
  imports: [TypeOrmModule.forFeature([UploadEntity])],
  providers: [DiskReserve, PartialUploadSweeper, UploadSenders, UploadStore],
  exports: [UploadStore],
})
export class UploadsModule {}
