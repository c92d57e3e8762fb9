import { Transform } from 'class-transformer';
import { ArrayNotEmpty, IsArray, IsIn, Matches } from 'class-validator';
import { ApiProperty, OPERATOR_SCOPES, type OperatorScope } from '../../platform/http/index.js';
import { KeyValidityDto } from '../key-settings.dto.js';
import { OPERATOR_KEY_STATUSES, type OperatorKeyStatus } from './operator-keys.sql.js';

/** Body of POST /api/admin/operator-keys. */
export class CreateOperatorKeyDto extends KeyValidityDto {
  @ApiProperty({
    description: 'Label, 1–100 characters after trimming.',
    minLength: 1,
    maxLength: 100,
    example: 'Shop',
  })
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)))
  @Matches(/^.{1,100}$/su, { message: 'name must be a string of 1 to 100 characters' })
  name!: string;

  @ApiProperty({
    description: 'Scopes of the key; duplicates are removed.',
    enum: OPERATOR_SCOPES,
    isArray: true,
    minItems: 1,
  })
  @Transform(({ value }) => (Array.isArray(value) ? [...new Set(value as unknown[])] : (value as unknown)))
  @IsArray()
  @ArrayNotEmpty()
  @IsIn(OPERATOR_SCOPES, { each: true })
  scopes!: OperatorScope[];
}

/** The public form of an operator key. */
export class OperatorKeyRecord {
  @ApiProperty({ example: 'opk_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty({ example: 'Shop' })
  name!: string;
  @ApiProperty({ description: 'Prefix, 12 stars, last 4 characters.', example: 'of_ops_************1a2b' })
  masked!: string;
  @ApiProperty({ enum: OPERATOR_SCOPES, isArray: true })
  scopes!: OperatorScope[];
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    nullable: true,
    description: 'The only addresses and networks that it may be used from; null: every address.',
  })
  allowedIps!: string[] | null;
  @ApiProperty({
    type: 'integer',
    description: 'Requests that the key authenticated, including rejected ones.',
    example: 0,
  })
  requests!: number;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  lastUsedAt!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  expiresAt!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  revokedAt!: string | null;
  @ApiProperty({
    enum: OPERATOR_KEY_STATUSES,
    description: '`expired` and `revoked`: requests return 401.',
  })
  status!: OperatorKeyStatus;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The administrator who created it; null: the command.',
  })
  createdBy!: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: 'ada@example.com' })
  createdByEmail!: string | null;
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

/** The body of a response with one operator key. */
export class OperatorKeyBody extends OperatorKeyRecord {
  @ApiProperty({ enum: [true] })
  success!: true;
}

/** The only response that contains the secret. */
export class CreatedOperatorKeyBody extends OperatorKeyBody {
  @ApiProperty({
    description: 'The secret. Shown once; only its SHA-256 is kept.',
    example: `of_ops_${'0'.repeat(48)}`,
  })
  key!: string;
}

export class OperatorKeysPage {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [OperatorKeyRecord] })
  items!: OperatorKeyRecord[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}
