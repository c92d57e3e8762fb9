import { applyDecorators } from '@nestjs/common';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import {
  Field,
  NullableField,
  OptionalField,
  pageBodyOf,
  PageQuery,
  QueryInstant,
} from '../platform/http/index.js';
import { ACTOR_KINDS, type ActorKind } from './audit-event.entity.js';

const Text = (description: string) =>
  applyDecorators(OptionalField({ maxLength: 200, description }), IsOptional(), IsString(), MaxLength(200));

export class AuditQuery extends PageQuery {
  @Text('What was done, such as `key.created`.') action?: string;
  @Text('The public id of who did it, or a kind of actors, such as `admin`.') actor?: string;
  @Text('The public id of what was changed.') target?: string;
  @QueryInstant('Recorded at or after.') from?: string;
  @QueryInstant('Recorded before.') to?: string;
}

export class AdminAuditQuery extends AuditQuery {
  @Text('The account that the change concerns.') accountId?: string;
}

export class AuditActorView {
  @Field.oneOf(ACTOR_KINDS) kind!: ActorKind;
  @NullableField.text('Public id; null for an actor without one.')
  id!: string | null;
  @OptionalField('As administrators see it now: the email of a user, or the name of a key.')
  name?: string;
}

export class AuditEvent {
  @Field.id('aud') id!: string;
  @Field.instant() createdAt!: string;
  @Field() actor!: AuditActorView;
  @NullableField.text(
    'IP address of the caller. Null when there is none, when it was erased, and for an actor of the operator.',
  )
  address!: string | null;
  @Field({ example: 'credits.granted' }) action!: string;
  @NullableField.text('Public id of what was changed.')
  target!: string | null;
  @NullableField.json() before!: Record<string, unknown> | null;
  @NullableField.json() after!: Record<string, unknown> | null;
  @NullableField.text('`X-Request-Id` of the request.')
  requestId!: string | null;
}

export class AuditPageBody extends pageBodyOf(AuditEvent) {}

export class AdminAuditEvent extends AuditEvent {
  @NullableField.text('Null for a change of the installation.')
  accountId!: string | null;
  @NullableField.text('The email of the account’s first user.', { example: 'ada@example.com' })
  email!: string | null;
  @NullableField.text('What `target` is called now: the email of a user or an account, or the name of a key.')
  targetName!: string | null;
}

export class AdminAuditPageBody extends pageBodyOf(AdminAuditEvent) {}
