import { Transform } from 'class-transformer';
import {
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { OptionalSpendLimit, SpendingFields, type SpendLimitDto } from '../credits/index.js';
import { ApiProperty, ApiPropertyOptional, type Scope, SCOPES } from '../platform/http/index.js';
import { KEY_ENVS, type KeyEnv } from './key-secret.js';
import { KeySettingsDto } from './key-settings.dto.js';
import { KEY_STATUSES, type KeyStatus } from './keys.sql.js';

export const MAX_ACTIVE_KEYS = 20;
/** Requests per minute. */
export const MAX_RATE_LIMIT = 6000;
/** Requests per minute of a new key, unless its request or its account's plan says otherwise. */
export const DEFAULT_RATE_LIMIT = 120;
const MAX_GRACE_SECONDS = 7 * 86_400;

const Trimmed = () =>
  Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)));
const WithoutRepeats = () =>
  Transform(({ value }) => (Array.isArray(value) ? [...new Set(value as unknown[])] : (value as unknown)));
/** Allows omission but not `null`. */
const Omittable = () => ValidateIf((_body, value) => value !== undefined);
/** The length is in code points, as in PostgreSQL's char_length. */
const IsName = () => Matches(/^.{1,100}$/su, { message: 'name must be a string of 1 to 100 characters' });

export class KeysQuery {
  @ApiPropertyOptional({
    type: 'string',
    maxLength: 500,
    description: '`nextCursor` of the previous page: continues with older ended keys. Opaque.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  cursor?: string;
}

/** Body of POST /api/keys. */
export class CreateKeyDto extends KeySettingsDto {
  @ApiProperty({
    description: 'Label, 1–100 characters after trimming.',
    minLength: 1,
    maxLength: 100,
    example: 'Production',
  })
  @Trimmed()
  @IsName()
  name!: string;

  @ApiProperty({
    description: 'Scopes of the key; duplicates are removed.',
    enum: SCOPES,
    isArray: true,
    minItems: 1,
  })
  @WithoutRepeats()
  @IsArray()
  @ArrayNotEmpty()
  @IsIn(SCOPES, { each: true })
  scopes!: Scope[];

  @ApiPropertyOptional({
    type: 'integer',
    description: `Requests per minute, at most what the account’s plan allows. Default: ${DEFAULT_RATE_LIMIT}, or less where the plan allows less.`,
    minimum: 10,
    maximum: MAX_RATE_LIMIT,
  })
  @Omittable()
  @IsInt()
  @Min(10)
  @Max(MAX_RATE_LIMIT)
  rateLimit?: number;

  @ApiPropertyOptional({
    enum: KEY_ENVS,
    default: 'live',
    description: 'Sets the prefix. `test` charges credits as well.',
  })
  @Omittable()
  @IsIn(KEY_ENVS)
  env: KeyEnv = 'live';

  @OptionalSpendLimit('What predictions of this key may cost. Null: no limit.')
  spendLimit?: SpendLimitDto | null;
}

/** Body of PATCH /api/keys/:id. Scopes and environment never change. */
export class UpdateKeyDto extends KeySettingsDto {
  @ApiPropertyOptional({
    description: 'The new label, 1–100 characters after trimming.',
    minLength: 1,
    maxLength: 100,
  })
  @Trimmed()
  @Omittable()
  @IsName()
  name?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Requests per minute, at most what the account’s plan allows.',
    minimum: 10,
    maximum: MAX_RATE_LIMIT,
  })
  @Omittable()
  @IsInt()
  @Min(10)
  @Max(MAX_RATE_LIMIT)
  rateLimit?: number;

  @ApiPropertyOptional({ description: 'True: requests are rejected until it is set to false.' })
  @Omittable()
  @IsBoolean()
  disabled?: boolean;

  @OptionalSpendLimit(
    'Holds for the next request; what was already spent in the current period counts. Null removes it.',
  )
  spendLimit?: SpendLimitDto | null;
}

/** Body of POST /api/keys/:id/rotate. */
export class RotateKeyDto {
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Seconds that the old key still works, at most 7 days; 0: none.',
    minimum: 0,
    maximum: MAX_GRACE_SECONDS,
    default: 0,
  })
  @Omittable()
  @IsInt()
  @Min(0)
  @Max(MAX_GRACE_SECONDS)
  graceSeconds: number = 0;
}

/** The public form of a key. */
export class KeyRecord extends SpendingFields {
  @ApiProperty({ example: 'key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty({ example: 'Production' })
  name!: string;
  @ApiProperty({ description: 'Prefix, 12 stars, last 4 characters.', example: 'of_live_************1a2b' })
  masked!: string;
  @ApiProperty({ enum: ['of_live', 'of_test'] })
  prefix!: 'of_live' | 'of_test';
  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes!: Scope[];
  @ApiProperty({ type: 'integer', description: 'Requests per minute.', example: 120 })
  rateLimit!: number;
  @ApiProperty({
    type: 'integer',
    description: 'Requests that the key authenticated, including rejected ones.',
    example: 0,
  })
  requests!: number;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  lastUsedAt!: string | null;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When it was revoked, or stopped working after its rotation; null before.',
  })
  revokedAt!: string | null;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When it stops working by itself: its expiry, or the end of the grace after its rotation.',
  })
  expiresAt!: string | null;
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    nullable: true,
    description: 'The only models that it may start or quote; null: every model.',
  })
  allowedModels!: string[] | null;
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    nullable: true,
    description: 'The only addresses and networks that it may be used from; null: every address.',
  })
  allowedIps!: string[] | null;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  metadata!: Record<string, string>;
  @ApiProperty({ type: 'string', nullable: true, description: 'The id of the key that it has replaced.' })
  replaces!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'The id of the key that has replaced it.' })
  replacedBy!: string | null;
  @ApiProperty({
    enum: KEY_STATUSES,
    description:
      '`retiring`: replaced, and still working until `expiresAt`. `disabled`, `expired` and `revoked`: requests return 401.',
  })
  status!: KeyStatus;
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

/** The body of a response with one key. */
export class KeyBody extends KeyRecord {
  @ApiProperty({ enum: [true] })
  success!: true;
}

/** The only response that contains the secret. */
export class CreatedKeyBody extends KeyBody {
  @ApiProperty({
    description: 'The secret. Shown once; only its SHA-256 is kept.',
    example: `of_live_${'0'.repeat(48)}`,
  })
  key!: string;
}

/** The response with the keys of an account. */
export class KeyListBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({
    type: [KeyRecord],
    description: 'All active, disabled and retiring keys, and the newest 500 ended ones, newest first.',
  })
  keys!: KeyRecord[];
  @ApiPropertyOptional({ type: 'string', description: 'Only where there are older ended keys.' })
  nextCursor?: string;
  @ApiProperty({
    type: 'integer',
    enum: [MAX_ACTIVE_KEYS],
    description: 'Active and disabled keys an account may hold.',
  })
  maxActive!: number;
}

/** What is left of a key's requests, as in the headers `X-RateLimit-*`. */
export class RequestsLeft {
  @ApiProperty({ type: 'integer', description: 'Requests per minute.', example: 120 })
  limit!: number;
  @ApiProperty({ type: 'integer', description: 'Requests left in the window, after this one.', example: 119 })
  remaining!: number;
  @ApiProperty({ type: 'integer', description: 'Seconds until a request is left; 0 while one is left.' })
  resetSeconds!: number;
}

/** What is left of a key's spend limit. */
export class SpendLeft {
  @ApiProperty({ description: 'Credits per period.', example: 100 })
  limit!: number;
  @ApiProperty({ description: 'Credits that it may still spend in this period.', example: 87.5 })
  remaining!: number;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When the period ends. Null: never.',
  })
  resetsAt!: string | null;
}

/** What is left of each limit of a key. A key and the key that it has replaced share them. */
export class KeyLimits {
  @ApiProperty()
  requests!: RequestsLeft;
  @ApiProperty({ type: SpendLeft, nullable: true, description: 'Null: no spend limit.' })
  spend!: SpendLeft | null;
}

/** The body of GET /api/key. */
export class OwnKeyBody extends KeyBody {
  @ApiProperty()
  limits!: KeyLimits;
}
