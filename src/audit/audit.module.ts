import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminAuditController, AuditController } from './audit.controller.js';
import { AuditEventEntity } from './audit-event.entity.js';
import { AuditEventsReader } from './audit-events.reader.js';
import { AuditTrail } from './audit-trail.js';

/**
 * Owns the audit trail. An event commits with its change, because the module that makes the change passes its transaction. Triggers of the
 * database keep events from being changed or deleted.
 */
@Module({
  imports: [TypeOrmModule.forFeature([AuditEventEntity])],
  controllers: [AuditController, AdminAuditController],
  providers: [AuditEventsReader, AuditTrail],
  exports: [AuditEventsReader, AuditTrail],
})
export class AuditModule {}
