import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RequestRecordEntity } from './request-record.entity.js';
import { RequestRecordsReader } from './request-records.reader.js';
import { RequestSweeper } from './request-sweeper.js';
import { RequestsController } from './requests.controller.js';

/** Owns the request log of the last days. It observes requests after their response and influences none. */
@Module({
  imports: [TypeOrmModule.forFeature([RequestRecordEntity])],
  controllers: [RequestsController],
  providers: [RequestRecordsReader],
})
export class RequestsModule {}

/** Runs in processes with the role `worker`. */
@Module({ providers: [RequestSweeper] })
export class RequestRemovalModule {}
