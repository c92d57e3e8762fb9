import { Module } from '@nestjs/common';
import { UploadSweeper } from './upload-sweeper.js';

/** Runs in processes with the role `worker`. */
@Module({ providers: [UploadSweeper] })
export class UploadSweepingModule {}
