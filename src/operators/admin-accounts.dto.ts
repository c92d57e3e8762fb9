import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { type Role, ROLES } from '../accounts/index.js';
import { SubscriptionView } from '../billing/index.js';
import { StateCounts } from '../credits/index.js';
import { KeyRecord, MAX_ACTIVE_KEYS, MAX_RATE_LIMIT } from '../keys/index.js';
import { ApiProperty, ApiPropertyOptional, PageQuery, QueryBoolean } from '../platform/http/index.js';

export class AccountsQuery extends PageQuery {
  @ApiPropertyOptional({
    maxLength: 254,
    description: 'Part of an email, or the whole id of an account or a user.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(254)
  search?: string;

  @ApiPropertyOptional({ description: 'True: only suspended accounts. False: only others.' })
  @IsOptional()
  @QueryBoolean()
  @IsBoolean()
  suspended?: boolean;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 200,
    description: 'The id of the account in your own systems.',
  })
  @IsOptional()
  @Length(1, 200)
  externalId?: string;

  @ApiPropertyOptional({ minLength: 1, maxLength: 100, description: 'The key of a plan.' })
  @IsOptional()
  @Length(1, 100)
  plan?: string;
}

/** Allows omission but not `null`. */
const Omittable = () => ValidateIf((_body, value) => value !== undefined);

/** Limits of an account instead of its plan's. */
export class UpdateLimitsDto {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 10,
    maximum: MAX_RATE_LIMIT,
    description:
      'The highest `rateLimit` of a key, in requests per minute, also above that of the plan. Null: that of the plan. Keys that the account has stay as they are.',
    example: 1200,
  })
  @IsDefined()
  @ValidateIf((_body, value) => value !== null)
  @IsInt()
  @Min(10)
  @Max(MAX_RATE_LIMIT)
  maxRateLimit!: number | null;
}

/** Body of PATCH /api/admin/accounts/:id. At least one of them. */
export class UpdateAccountDto {
  @ApiPropertyOptional({
    description: 'True rejects the requests of its API keys, and starts of predictions in the dashboard.',
  })
  @Omittable()
  @IsBoolean()
  suspended?: boolean;

  @ApiPropertyOptional({
    maxLength: 100,
    description: 'The key of a plan of the catalogue.',
    example: 'free',
  })
  @Omittable()
  @IsString()
  @MaxLength(100)
  plan?: string;

  @ApiPropertyOptional({
    enum: [true],
    description:
      'Ends what the account is subscribed to at the payment service, without paying back; the account gets the default plan. Nothing happens without a subscription.',
  })
  @Omittable()
  @IsIn([true])
  endSubscription?: true;

  @ApiPropertyOptional({ description: 'Its own limits.' })
  @Omittable()
  @IsObject()
  @ValidateNested({ message: 'limits must be an object' })
  @Type(() => UpdateLimitsDto)
  limits?: UpdateLimitsDto;
}

export class AdminAccountLimits {
  @ApiProperty({ type: 'integer', description: 'Active and disabled keys.', example: MAX_ACTIVE_KEYS })
  maxActiveKeys!: number;
  @ApiProperty({
    type: 'integer',
    description: 'The highest `rateLimit` of a key: its own, else that of its plan.',
    example: MAX_RATE_LIMIT,
  })
  maxRateLimit!: number;
}

export class AdminUser {
  @ApiProperty({ example: 'usr_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty({ type: 'string', nullable: true })
  email!: string | null;
  @ApiProperty({ enum: ROLES })
  role!: Role;
}

export class AdminAccount {
  @ApiProperty({ example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty({ description: 'The key of its plan.', example: 'free' })
  plan!: string;
  @ApiProperty({ description: 'Spendable credits.' })
  balance!: number;
  @ApiProperty({ description: 'Credits of predictions that are not done.' })
  held!: number;
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
  @ApiProperty({ type: 'integer' })
  activeKeys!: number;
  @ApiProperty({ description: 'Its API keys are rejected (403 `account_suspended`).' })
  suspended!: boolean;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When it was deleted; its ledger stays. Null: it is not.',
  })
  deletedAt!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Its id in the operator’s own systems.' })
  externalId!: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'What its people call it.',
    example: 'Render farm',
  })
  name!: string | null;
  @ApiProperty({ type: [AdminUser] })
  users!: AdminUser[];
}

export class AdminAccountsPage {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [AdminAccount] })
  items!: AdminAccount[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}

export class AdminAccountBody extends AdminAccount {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ format: 'date-time', description: 'When the balance last changed.' })
  updatedAt!: string;
  @ApiProperty({ description: 'What the account may have.' })
  limits!: AdminAccountLimits;
  @ApiProperty({
    type: SubscriptionView,
    nullable: true,
    description:
      'What the account is subscribed to, also while it is suspended: it is paid, and granted, each month until it is ended. Null: nothing.',
  })
  subscription!: SubscriptionView | null;
  @ApiProperty({ description: 'Predictions started in the last 30 days.' })
  predictions!: StateCounts;
  @ApiProperty({ type: [KeyRecord], description: 'Newest first, revoked ones included.' })
  keys!: KeyRecord[];
}
