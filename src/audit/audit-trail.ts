import { Injectable } from '@nestjs/common';
import { newId, type Queryable } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import type { ActorKind } from './audit-event.entity.js';
import { RECORD } from './audit-trail.sql.js';

/** Who makes a change. */
export interface AuditActor {
  kind: ActorKind;
  /** Public id; null for an actor without a row, such as a command. */
  id: string | null;
}

/** What a request knows of every event that it causes (`auditSourceOf`). */
export interface AuditSource {
  actor: AuditActor;
  /** IP address of the caller. */
  address: string | null;
  requestId: string | null;
  /** The sign-in of the caller (`sign_in_families.id`), if it is one of the dashboard's own. */
  signInId?: string | null;
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

/** A change, and who makes it from where. */
export type AuditEntry = AuditSource & AuditChange;

/** Records who changed what. */
@Injectable()
export class AuditTrail {
  /**
   * Records an event. A change by a sign-in that has ended meanwhile is refused: what such sign-ins are changing while a password changes
   * is committed before, or not made.
   * @param tx the transaction that makes the change: either both are committed or none.
   * @throws 401 `invalid_token` when the sign-in has ended.
   */
  async record(tx: Queryable, entry: AuditEntry): Promise<void> {
    const { accountId, actor, address, action, target, before, after, requestId, signInId } = entry;
    const rows = await tx.run(RECORD, {
      id: newId(),
      account: accountId,
      actorKind: actor.kind,
      actor: actor.id,
      address,
      action,
      target,
      before: textOf(before),
      after: textOf(after),
      request: requestId,
      signIn: signInId ?? null,
    });
    if (rows.length === 0) throw new AppError('invalid_token', { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
}

/** The driver would send an array as an array of PostgreSQL. */
const textOf = (value: object | null | undefined) => (value ? JSON.stringify(value) : null);
