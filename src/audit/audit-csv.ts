import { csvLine } from '../platform/http/index.js';
import type { AdminAuditEvent, AuditEvent } from './audit.dto.js';

const COLUMNS = [
  'id',
  'createdAt',
  'actorKind',
  'actorId',
  'address',
  'action',
  'target',
  'before',
  'after',
  'requestId',
];

export const AUDIT_CSV_HEADER = csvLine([...COLUMNS, 'actorName', 'targetName']);
export const ADMIN_AUDIT_CSV_HEADER = csvLine([
  ...COLUMNS,
  'accountId',
  'actorName',
  'targetName',
  'accountEmail',
]);

export type NamedAuditEvent = AuditEvent & Pick<AdminAuditEvent, 'targetName'>;

export async function* auditCsv(batches: AsyncIterable<NamedAuditEvent[]>): AsyncGenerator<string> {
  for await (const events of batches)
    yield events.map((event) => csvLine([...cellsOf(event), ...namesOf(event)])).join('');
}

export async function* adminAuditCsv(batches: AsyncIterable<AdminAuditEvent[]>): AsyncGenerator<string> {
  for await (const events of batches)
    yield events
      .map((event) => csvLine([...cellsOf(event), event.accountId, ...namesOf(event), event.email]))
      .join('');
}

const namesOf = ({ actor, targetName }: NamedAuditEvent) => [actor.name ?? null, targetName];

function cellsOf({ id, createdAt, actor, address, action, target, before, after, requestId }: AuditEvent) {
  return [id, createdAt, actor.kind, actor.id, address, action, target, json(before), json(after), requestId];
}

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
