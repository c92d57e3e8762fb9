import { applyDecorators } from '@nestjs/common';
import {
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  NotEquals,
} from 'class-validator';
import { PlanDetails } from '../catalogue/index.js';
import {
  ApiProperty,
  ApiPropertyOptional,
  IsInstant,
  PageQuery,
  QueryInstant,
} from '../platform/http/index.js';
import { BalanceAlertFields } from './alerts/balance-alert.dto.js';
import { MAX_CREDITS, MIN_CREDITS, toCredits } from './amount.js';
import { MAX_LISTED } from './expiry/credit-expiry.js';
import type { ExpiringAmount } from './expiry/credit-lots.js';
import { IsCredits } from './is-credits.js';

/** Kinds of ledger entries that change a wallet. */
const ENTRY_KINDS = ['grant', 'charge', 'refund', 'adjustment', 'debt', 'expiry'] as const;

/** Credits of a wallet that expire at one time. */
export class ExpiringCredits {
  @ApiProperty({ example: 250 })
  credits!: number;
  @ApiProperty({
    format: 'date-time',
    description: 'When they leave the balance, unless they were spent before.',
  })
  at!: string;
}

/** The property `expiring` of a balance. */
export const ApiExpiring = () =>
  ApiProperty({
    type: [ExpiringCredits],
    maxItems: MAX_LISTED,
    description: `Credits of the balance that expire, the soonest first, at most ${MAX_LISTED} times. Charges spend them in this order, and other credits after them.`,
  });

export const showExpiring = (shares: readonly ExpiringAmount[]): ExpiringCredits[] =>
  shares.map(({ at, amount }) => ({ credits: toCredits(amount), at: new Date(at).toISOString() }));

export class BalanceBody extends BalanceAlertFields {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ description: 'Spendable credits; at most 3 decimals.', example: 974.5 })
  balance!: number;
  @ApiProperty({
    description:
      'Credits that were taken back after a refund or a dispute and had been spent. While it is more than 0, POST /api/generate is 402 `account_owes`; incoming credits cover it first.',
    example: 0,
  })
  owed!: number;
  @ApiProperty({
    description: 'Credits of processing predictions: charged already, and back when a prediction fails.',
    example: 12,
  })
  held!: number;
  @ApiExpiring()
  expiring!: ExpiringCredits[];
  @ApiProperty({ description: 'The key of the account’s plan.', example: 'free' })
  plan!: string;
  @ApiProperty({ description: 'What the plan allows.' })
  planDetails!: PlanDetails;
  @ApiProperty({ format: 'date-time', description: 'When the balance last changed.' })
  updatedAt!: string;
}

export class LedgerEntry {
  @ApiProperty({ example: 'led_5d1c0b2f9e8a47360f1e2d3c4b5a6978', description: 'Opaque.' })
  id!: string;
  @ApiProperty({ enum: ENTRY_KINDS })
  kind!: (typeof ENTRY_KINDS)[number];
  @ApiProperty({ description: 'Credits, signed: what the balance changed by.', example: -4 })
  amount!: number;
  @ApiProperty({ example: 996 })
  balanceAfter!: number;
  @ApiProperty({ type: 'string', nullable: true, description: 'The prediction of a charge or refund.' })
  predictionId!: string | null;
  @ApiProperty({ type: 'string', nullable: true })
  note!: string | null;
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

export class LedgerPageBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [LedgerEntry] })
  items!: LedgerEntry[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}

/** An entry of a statement. */
export class StatementEntry extends LedgerEntry {
  @ApiProperty({ type: 'string', nullable: true, description: 'The model of a charge or refund.' })
  modelKey!: string | null;
}

export class StatementPageBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [StatementEntry] })
  items!: StatementEntry[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}

export interface StatementFilter {
  id?: string;
  kind?: string;
  from?: string;
  to?: string;
  predictionId?: string;
}

const Kind = () =>
  applyDecorators(ApiPropertyOptional({ enum: ENTRY_KINDS }), IsOptional(), IsIn(ENTRY_KINDS));
const PredictionId = () =>
  applyDecorators(ApiPropertyOptional({ maxLength: 100 }), IsOptional(), IsString(), MaxLength(100));

const EntryId = () =>
  applyDecorators(
    ApiPropertyOptional({ maxLength: 100, description: 'The id of one entry.' }),
    IsOptional(),
    IsString(),
    MaxLength(100),
  );

/** The query of GET /api/credits/ledger. */
export class LedgerQuery extends PageQuery {
  @EntryId() id?: string;
}

/** The query of a download: all entries that match. */
export class StatementFileQuery implements StatementFilter {
  @EntryId() id?: string;
  @Kind() kind?: string;
  @QueryInstant('Entered at or after.') from?: string;
  @QueryInstant('Entered before.') to?: string;
  @PredictionId() predictionId?: string;
}

/** The query of a statement: one page of the entries that match. */
export class StatementQuery extends PageQuery implements StatementFilter {
  @EntryId() id?: string;
  @Kind() kind?: string;
  @QueryInstant('Entered at or after.') from?: string;
  @QueryInstant('Entered before.') to?: string;
  @PredictionId() predictionId?: string;
}

const ACCOUNT_ID = /^acc_[0-9a-f]{32}$/;

class WalletChangeDto {
  @ApiProperty({
    pattern: ACCOUNT_ID.source,
    description: 'Account whose balance changes.',
    example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f',
  })
  @IsString()
  @Matches(ACCOUNT_ID, {
    message: 'accountId must be the id of an account: acc_ and 32 hex digits',
  })
  accountId!: string;

  @ApiProperty({ description: 'Why; shown in the account’s ledger.', minLength: 1, maxLength: 500 })
  @IsString()
  @IsNotEmpty()
  @MaxLength(500)
  note!: string;
}

/** Body of POST /api/admin/credits/grants. */
export class GrantDto extends WalletChangeDto {
  @ApiProperty({
    minimum: MIN_CREDITS,
    maximum: MAX_CREDITS,
    description: 'Credits, more than 0, at most 3 decimals.',
    example: 100,
  })
  @IsCredits()
  @Min(MIN_CREDITS)
  @Max(MAX_CREDITS)
  amount!: number;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description:
      'When the credits expire, in the future, with a time zone; null: never. Credits that expire first are spent first, and a refund returns to where its charge came from.',
    example: '2099-12-31T00:00:00Z',
  })
  @IsOptional()
  @IsInstant()
  expiresAt?: string | null;
}

/** Body of POST /api/admin/credits/adjustments. */
export class AdjustmentDto extends WalletChangeDto {
  @ApiProperty({
    minimum: -MAX_CREDITS,
    maximum: MAX_CREDITS,
    description: 'Credits, up or down, not 0, at most 3 decimals.',
    example: -12.5,
  })
  @IsCredits()
  @NotEquals(0)
  @Min(-MAX_CREDITS)
  @Max(MAX_CREDITS)
  amount!: number;
}

/** Response of both: the transfer and the balance after it. */
export class GrantBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty()
  accountId!: string;
  @ApiProperty({ description: 'Credits that the balance changed by.' })
  amount!: number;
  @ApiProperty({ description: 'Balance after the transfer.' })
  balance!: number;
}
