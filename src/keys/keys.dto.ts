import { Transform } from 'class-transformer';
import {
  ArrayNotEmpty,
  IsArray,
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
import { ApiProperty, ApiPropertyOptional, type Scope, SCOPES } from '../http/index.js';
import { KEY_ENVS, type KeyEnv } from './key-secret.js';

export const MAX_ACTIVE_KEYS = 20;

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
    description: '`nextCursor` of the previous page: continues with older revoked keys. Opaque.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  cursor?: string;
}

/** Body of POST /api/keys. */
export class CreateKeyDto {
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
    description: 'Requests per minute.',
    minimum: 10,
    maximum: 6000,
    default: 120,
  })
  @Omittable()
  @IsInt()
  @Min(10)
  @Max(6000)
  rateLimit: number = 120;

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

/** Body of PATCH /api/keys/:id: what is left out stays. */
export class UpdateKeyDto {
  @ApiPropertyOptional({
    description: 'The new label, 1–100 characters after trimming.',
    minLength: 1,
    maxLength: 100,
  })
  @Omittable()
  @Trimmed()
  @IsName()
  name?: string;

  @OptionalSpendLimit(
    'Holds for the next request; what was already spent in the current period counts. Null removes it.',
  )
  spendLimit?: SpendLimitDto | null;
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
    description: 'Null while the key is active.',
  })
  revokedAt!: string | null;
  @ApiProperty({ enum: ['active', 'revoked'] })
  status!: 'active' | 'revoked';
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
    description: 'All active keys and the newest 500 revoked ones, newest first.',
  })
  keys!: KeyRecord[];
  @ApiPropertyOptional({ type: 'string', description: 'Only where there are older revoked keys.' })
  nextCursor?: string;
  @ApiProperty({ type: 'integer', enum: [MAX_ACTIVE_KEYS], description: 'Active keys an account may hold.' })
  maxActive!: number;
}
