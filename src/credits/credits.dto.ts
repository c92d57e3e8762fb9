import { applyDecorators } from '@nestjs/common';
import { IsNotEmpty, IsOptional, IsString, Matches, MaxLength, NotEquals } from 'class-validator';
import { PlanDetails } from '../catalogue/index.js';
import {
  ApiProperty,
  bodyOf,
  exampleId,
  Field,
  type FieldOptions,
  IsInstant,
  NullableField,
  OptionalField,
  OptionalInput,
  pageBodyOf,
  PageQuery,
  QueryInstant,
  SuccessBody,
} from '../platform/http/index.js';
import { BalanceAlertFields } from './alerts/balance-alert.dto.js';
import { MAX_CREDITS, MIN_CREDITS, toCredits } from './amount.js';
import { MAX_LISTED } from './expiry/credit-expiry.js';
import type { ExpiringAmount } from './expiry/credit-lots.js';
import { CreditsInput } from './is-credits.js';

/** Only the kinds that change a wallet. */
const ENTRY_KINDS = ['grant', 'charge', 'refund', 'adjustment', 'debt', 'expiry'] as const;

export class ExpiringCredits {
  @Field({ example: 250 }) credits!: number;
  @Field.instant('When they leave the balance, unless they were spent before.')
  at!: string;
}

export const ApiExpiring = () =>
  ApiProperty({
    type: [ExpiringCredits],
    maxItems: MAX_LISTED,
    description: `Credits of the balance that expire, the soonest first, at most ${MAX_LISTED} times. Charges spend them in this order, and other credits after them.`,
  });

export const showExpiring = (shares: readonly ExpiringAmount[]): ExpiringCredits[] =>
  shares.map(({ at, amount }) => ({ credits: toCredits(amount), at: new Date(at).toISOString() }));

export class BalanceBody extends bodyOf(BalanceAlertFields) {
  @Field('Spendable credits; at most 3 decimals.', { example: 974.5 })
  balance!: number;
  @Field(
    'Credits that were taken back after a refund or a dispute and had been spent. While it is more than 0, POST /api/generate is 402 `account_owes`; incoming credits cover it first.',
    { example: 0 },
  )
  owed!: number;
  @Field('Credits of processing predictions: charged already, and back when a prediction fails.', {
    example: 12,
  })
  held!: number;
  @ApiExpiring() expiring!: ExpiringCredits[];
  @Field('The key of the account’s plan.', { example: 'free' })
  plan!: string;
  @Field('What the plan allows.')
  planDetails!: PlanDetails;
  @Field.instant('When the balance last changed.')
  updatedAt!: string;
}

export class LedgerEntry {
  @Field({ example: 'led_5d1c0b2f9e8a47360f1e2d3c4b5a6978', description: 'Opaque.' })
  id!: string;
  @Field.oneOf(ENTRY_KINDS) kind!: (typeof ENTRY_KINDS)[number];
  @Field('Credits, signed: what the balance changed by.', { example: -4 })
  amount!: number;
  @Field({ example: 996 }) balanceAfter!: number;
  @NullableField.text('The prediction of a charge or refund.')
  predictionId!: string | null;
  @NullableField.text() note!: string | null;
  @Field.instant() createdAt!: string;
}

export class LedgerPageBody extends pageBodyOf(LedgerEntry) {}

export class StatementEntry extends LedgerEntry {
  @NullableField.text('The model of a charge or refund.')
  modelKey!: string | null;
}

export class StatementPageBody extends pageBodyOf(StatementEntry) {}

const Id = (about?: FieldOptions) =>
  applyDecorators(OptionalField({ maxLength: 100, ...about }), IsOptional(), IsString(), MaxLength(100));
const EntryId = () => Id({ description: 'The id of one entry.' });

export class LedgerQuery extends PageQuery {
  @EntryId() id?: string;
}

export class StatementFileQuery {
  @EntryId() id?: string;
  @OptionalInput.oneOf(ENTRY_KINDS) kind?: string;
  @QueryInstant('Entered at or after.') from?: string;
  @QueryInstant('Entered before.') to?: string;
  @Id() predictionId?: string;
}

export class StatementQuery extends PageQuery implements StatementFileQuery {
  @EntryId() id?: string;
  @OptionalInput.oneOf(ENTRY_KINDS) kind?: string;
  @QueryInstant('Entered at or after.') from?: string;
  @QueryInstant('Entered before.') to?: string;
  @Id() predictionId?: string;
}

const ACCOUNT_ID = /^acc_[0-9a-f]{32}$/;

class WalletChangeDto {
  @Field({
    pattern: ACCOUNT_ID.source,
    description: 'Account whose balance changes.',
    example: exampleId('acc'),
  })
  @IsString()
  @Matches(ACCOUNT_ID, {
    message: 'accountId must be the id of an account: acc_ and 32 hex digits',
  })
  accountId!: string;

  @Field('Why; shown in the account’s ledger.', { minLength: 1, maxLength: 500 })
  @IsString()
  @IsNotEmpty()
  @MaxLength(500)
  note!: string;
}

export class GrantDto extends WalletChangeDto {
  @CreditsInput(MIN_CREDITS, { description: 'Credits, more than 0, at most 3 decimals.', example: 100 })
  amount!: number;

  @OptionalField.instant({
    nullable: true,
    description:
      'When the credits expire, in the future, with a time zone; null: never. Credits that expire first are spent first, and a refund returns to where its charge came from.',
    example: '2099-12-31T00:00:00Z',
  })
  @IsOptional()
  @IsInstant()
  expiresAt?: string | null;
}

export class AdjustmentDto extends WalletChangeDto {
  @CreditsInput(-MAX_CREDITS, {
    description: 'Credits, up or down, not 0, at most 3 decimals.',
    example: -12.5,
  })
  @NotEquals(0)
  amount!: number;
}

export class GrantBody extends SuccessBody {
  @Field() accountId!: string;
  @Field('Credits that the balance changed by.')
  amount!: number;
  @Field('Balance after the transfer.')
  balance!: number;
}
