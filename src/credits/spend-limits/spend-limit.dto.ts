import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsObject, IsOptional, Max, Min, ValidateIf, ValidateNested } from 'class-validator';
import { ApiProperty, Field, InputField, NullableField, OptionalField } from '../../platform/http/index.js';
import { fromCredits, MAX_CREDITS, toCredits } from '../amount.js';
import { IsCredits } from '../is-credits.js';
import { SPEND_PERIODS, type SpendPeriod } from './spend-counter.entity.js';
import type { Spending, SpendLimit } from './spend-limits.js';

/** A spend limit, in requests and in responses. */
export class SpendLimitDto {
  @Field('Credits per period, at most 3 decimals.', { minimum: 0, maximum: MAX_CREDITS, example: 100 })
  @IsCredits()
  @Min(0)
  @Max(MAX_CREDITS)
  credits!: number;

  @InputField.oneOf(SPEND_PERIODS, 'A calendar day, week (from Monday) or month in UTC, or all time.')
  period!: SpendPeriod;
}

/** What counts towards a limit. */
export class SpentBody {
  @Field('Credits charged and not refunded in the current period. Without a limit: ever.', { example: 12.5 })
  credits!: number;

  @NullableField.instant('When the count begins anew. Null: never.')
  periodEndsAt!: string | null;
}

const NULLABLE_LIMIT = { type: SpendLimitDto, nullable: true } as const;

const FORM = '$property must be an object with credits and period, or null';

const IsSpendLimit = () =>
  applyDecorators(
    IsObject({ message: FORM }),
    ValidateNested({ message: FORM }),
    Type(() => SpendLimitDto),
  );

/** The limit of a request, which may omit it: an object, or null for none. */
export const OptionalSpendLimit = (description: string) =>
  applyDecorators(OptionalField({ ...NULLABLE_LIMIT, description }), IsOptional(), IsSpendLimit());

/** The limit of a request: an object, or null for none. */
export const RequiredSpendLimit = (description: string) =>
  applyDecorators(
    ApiProperty({ ...NULLABLE_LIMIT, description }),
    ValidateIf((_body, value) => value !== null),
    IsSpendLimit(),
  );

/** The two fields of a record that has a limit. */
export class SpendingFields {
  @Field({ ...NULLABLE_LIMIT, description: 'Null: no limit.' })
  spendLimit!: SpendLimitDto | null;

  @Field() spent!: SpentBody;
}

export function readSpendLimit(limit: SpendLimitDto | null): SpendLimit | null {
  return limit && { credits: fromCredits(limit.credits), period: limit.period };
}

/** @param limit in thousandths of a credit. */
export function showSpendLimit(limit: SpendLimit | null): SpendLimitDto | null {
  return limit && { credits: toCredits(limit.credits), period: limit.period };
}

export function showSpending({ limit, spent, periodEndsAt }: Spending): SpendingFields {
  return {
    spendLimit: showSpendLimit(limit),
    spent: { credits: toCredits(spent), periodEndsAt: periodEndsAt?.toISOString() ?? null },
  };
}
