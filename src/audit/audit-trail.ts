import { Injectable } from '@nestjs/common';
import { newId, type Queryable } from '../database/index.js';
import type { ActorKind } from './audit-event.entity.js';
import { RECORD } from './audit-trail.sql.js';

/** Who makes a change. */
export interface AuditActor {
  kind: ActorKind;
  /** Public id; null for an actor without a row, such as a command. */
  id: string | null;
}

/** Who makes a change, and from where: what a request knows of every event that it causes (`auditSourceOf`). */
export interface AuditSource {
  actor: AuditActor;
  /** IP address of the caller. */
  address: string | null;
  requestId: string | null;
}

/** What was changed. Never a secret, an email address or another personal value: ids and settings only. */
export interface AuditChange {
  /** `accounts.id` of the account that the change concerns; null for a change of the installation. */
  accountId: string | null;
  /** `<thing>.<participle>`: `key.created`. */
  action: string;
  /** Public id of what was changed. */
  target: string | null;
  before?: object | null;
  after?: object | null;
}

/** An event: a change, and who makes it from where. */
export type AuditEntry = AuditSource & AuditChange;

/** Records who changed what. */
@Injectable()
export class AuditTrail {
  /**
   * Records an event.
   * @param tx the transaction that makes the change: either both are committed or none.
   */
  async record(tx: Queryable, entry: AuditEntry): Promise<void> {
    const { accountId, actor, address, action, target, before, after, requestId } = entry;
    const values = [newId(), accountId, actor.kind, actor.id, address, action, target];
    await tx.query(RECORD, [...values, textOf(before), textOf(after), requestId]);
  }
}

/** The driver would send an array as an array of PostgreSQL. */
const textOf = (value: object | null | undefined) => (value ? JSON.stringify(value) : null);
