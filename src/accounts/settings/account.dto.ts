import { Transform } from 'class-transformer';
import { IsOptional, Matches, Max, Min } from 'class-validator';
import { IsCredits } from '../../credits/index.js';
import { MAX_ACTIVE_KEYS, MAX_RATE_LIMIT } from '../../keys/index.js';
import { ApiProperty, ApiPropertyOptional } from '../../platform/http/index.js';

const MIN_ALERT = 0.001;
const MAX_ALERT = 1_000_000_000;

const Trimmed = () =>
  Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)));
const ALERT =
  'alertBelow must be more than 0 and at most 1000000000 credits, with at most 3 decimals, or null';

/** Body of PATCH /api/account. */
export class UpdateOwnAccountDto {
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    minLength: 1,
    maxLength: 100,
    description: 'What its people call it, 1–100 characters after trimming. Null removes it.',
    example: 'Render farm',
  })
  @Trimmed()
  @IsOptional()
  // The length is in code points, as in PostgreSQL's char_length.
  @Matches(/^.{1,100}$/su, { message: 'name must be a string of 1 to 100 characters, or null' })
  name?: string | null;

  @ApiPropertyOptional({
    type: 'number',
    nullable: true,
    minimum: MIN_ALERT,
    maximum: MAX_ALERT,
    description:
      'Credits, at most 3 decimals. A balance below them sends a mail, once per crossing. Null: none.',
    example: 100,
  })
  @IsOptional()
  @IsCredits({ message: ALERT })
  @Min(MIN_ALERT, { message: ALERT })
  @Max(MAX_ALERT, { message: ALERT })
  alertBelow?: number | null;
}

export class NamedAccount {
  @ApiProperty({ example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'What its people call it.' })
  name!: string | null;
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

export class AccountLimits {
  @ApiProperty({ type: 'integer', description: 'Active and disabled keys.', example: MAX_ACTIVE_KEYS })
  maxActiveKeys!: number;
  @ApiProperty({
    type: 'integer',
    description: 'The highest `rateLimit` of a key, in requests per minute.',
    example: MAX_RATE_LIMIT,
  })
  maxRateLimit!: number;
}

/** Response of GET and PATCH /api/account. */
export class AccountSettingsBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty()
  account!: NamedAccount;
  @ApiProperty({ description: 'The key of its plan.', example: 'free' })
  plan!: string;
  @ApiProperty({ description: 'What the account may have.' })
  limits!: AccountLimits;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Credits. A balance below them is low, and each crossing sends a mail. Null: no alert.',
    example: 100,
  })
  alertBelow!: number | null;
  @ApiProperty({ description: 'Its API keys are rejected, and it starts no predictions.' })
  suspended!: boolean;
}
