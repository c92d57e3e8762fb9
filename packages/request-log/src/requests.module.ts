import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RequestRecordEntity } from './request-record.entity.js';
import { RequestRecordsReader } from './request-records.reader.js';
import { RequestSweeper } from './request-sweeper.js';
import { RequestsController } from './requests.controller.js';

/**
 * Owns the request log: which requests API keys have made in the last days, and how they were answered. It observes requests after
 * their response and influences none.
 */
@Module({
  imports: [TypeOrmModule.forFeature([RequestRecordEntity])],
  controllers: [RequestsController],
  providers: [RequestRecordsReader],
})
export class RequestsModule {}

/** Removes old records, in processes with the role `worker`. */
@Module({ providers: [RequestSweeper] })
export class RequestRemovalModule {}
