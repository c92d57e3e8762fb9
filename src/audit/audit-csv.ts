/** Formats events as CSV. Pure. */
import { csvLine } from '../http/index.js';
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

export const AUDIT_CSV_HEADER = csvLine(COLUMNS);
export const ADMIN_AUDIT_CSV_HEADER = csvLine([...COLUMNS, 'accountId']);

export async function* auditCsv(batches: AsyncIterable<AuditEvent[]>): AsyncGenerator<string> {
  for await (const events of batches) yield events.map((event) => csvLine(cellsOf(event))).join('');
}

export async function* adminAuditCsv(batches: AsyncIterable<AdminAuditEvent[]>): AsyncGenerator<string> {
  for await (const events of batches)
    yield events.map((event) => csvLine([...cellsOf(event), event.accountId])).join('');
}

function cellsOf({ id, createdAt, actor, address, action, target, before, after, requestId }: AuditEvent) {
  return [id, createdAt, actor.kind, actor.id, address, action, target, json(before), json(after), requestId];
}

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
