export { AdminAuditPageBody, AuditQuery } from './audit.dto.js';
export { AuditModule } from './audit.module.js';
export type { ActorKind } from './audit-event.entity.js';
export { AuditEventsReader } from './audit-events.reader.js';
export { actorOf, auditSourceOf, CallerAudit, COMMAND_SOURCE, SYSTEM_SOURCE } from './audit-source.js';
export * from './audit-trail.js';
export { AUDIT_DATA } from './personal-data.js';
export { ABOUT_AUDIT, sendAdminAudit } from './send-audit.js';
