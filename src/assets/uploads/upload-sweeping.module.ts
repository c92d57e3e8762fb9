import { Module } from '@nestjs/common';
import { UploadSweeper } from './upload-sweeper.js';

/** Removes uploads past their time. In processes with the role `worker`. */
@Module({ providers: [UploadSweeper] })
export class UploadSweepingModule {}
