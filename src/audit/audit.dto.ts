import { applyDecorators } from '@nestjs/common';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { ApiProperty, ApiPropertyOptional, PageQuery, QueryInstant } from '../platform/http/index.js';
import { ACTOR_KINDS, type ActorKind } from './audit-event.entity.js';

const Text = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({ maxLength: 200, description }),
    IsOptional(),
    IsString(),
    MaxLength(200),
  );

/** The query of GET /api/audit. */
export class AuditQuery extends PageQuery {
  @Text('What was done, such as `key.created`.') action?: string;
  @Text('The public id of who did it, or a kind of actors, such as `admin`.') actor?: string;
  @Text('The public id of what was changed.') target?: string;
  @QueryInstant('Recorded at or after.') from?: string;
  @QueryInstant('Recorded before.') to?: string;
}

/** The query of GET /api/admin/audit. */
export class AdminAuditQuery extends AuditQuery {
  @Text('The account that the change concerns.') accountId?: string;
}

export class AuditActorView {
  @ApiProperty({ enum: ACTOR_KINDS })
  kind!: ActorKind;
  @ApiProperty({ type: 'string', nullable: true, description: 'Public id; null for an actor without one.' })
  id!: string | null;
  @ApiPropertyOptional({
    description: 'As administrators see it now: the email of a user, or the name of a key.',
  })
  name?: string;
}

/** A change and who made it. */
export class AuditEvent {
  @ApiProperty({ example: 'aud_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
  @ApiProperty({ type: AuditActorView })
  actor!: AuditActorView;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'IP address of the caller. Null when there is none, when it was erased, and for an actor of the operator.',
  })
  address!: string | null;
  @ApiProperty({ example: 'credits.granted' })
  action!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'Public id of what was changed.' })
  target!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  before!: Record<string, unknown> | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  after!: Record<string, unknown> | null;
  @ApiProperty({ type: 'string', nullable: true, description: '`X-Request-Id` of the request.' })
  requestId!: string | null;
}

export class AuditPageBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [AuditEvent] })
  items!: AuditEvent[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}

/** An event as administrators see it. */
export class AdminAuditEvent extends AuditEvent {
  @ApiProperty({ type: 'string', nullable: true, description: 'Null for a change of the installation.' })
  accountId!: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The email of the account’s first user.',
    example: 'ada@example.com',
  })
  email!: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'What `target` is called now: the email of a user or an account, or the name of a key.',
  })
  targetName!: string | null;
}

export class AdminAuditPageBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [AdminAuditEvent] })
  items!: AdminAuditEvent[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}
