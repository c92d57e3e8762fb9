import { IsOptional, Matches, Max, Min } from 'class-validator';
import { IsCredits } from '../../credits/index.js';
import { MAX_ACTIVE_KEYS, MAX_RATE_LIMIT } from '../../keys/index.js';
import { Field, NullableField, OptionalField, SuccessBody, Trimmed } from '../../platform/http/index.js';
import { WINDOW_NAME } from '../../platform/limits/index.js';

const MIN_ALERT = 0.001;
const MAX_ALERT = 1_000_000_000;

const ALERT =
  'alertBelow must be more than 0 and at most 1000000000 credits, with at most 3 decimals, or null';

export class UpdateOwnAccountDto {
  @OptionalField.text({
    nullable: true,
    minLength: 1,
    maxLength: 100,
    description: 'What its people call it, 1–100 characters after trimming. Null removes it.',
    example: 'Render farm',
  })
  @Trimmed()
  @IsOptional()
  @Matches(/^.{1,100}$/su, { message: 'name must be a string of 1 to 100 characters, or null' })
  name?: string | null;

  @OptionalField.number({
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
  @Field.id('acc') id!: string;
  @NullableField.text('What its people call it.')
  name!: string | null;
  @Field.instant() createdAt!: string;
}

export class AccountLimits {
  @Field.integer('Active and disabled keys.', { example: MAX_ACTIVE_KEYS })
  maxActiveKeys!: number;
  @Field.integer(`The highest \`rateLimit\` of a key, in requests per ${WINDOW_NAME}.`, {
    example: MAX_RATE_LIMIT,
  })
  maxRateLimit!: number;
}

export class AccountSettingsBody extends SuccessBody {
  @Field() account!: NamedAccount;
  @Field('The key of its plan.', { example: 'free' })
  plan!: string;
  @Field('What the account may have.')
  limits!: AccountLimits;
  @NullableField.number(
    'Credits. A balance below them is low, and each crossing sends a mail. Null: no alert.',
    { example: 100 },
  )
  alertBelow!: number | null;
  @Field('Its API keys are rejected, and it starts no predictions.')
  suspended!: boolean;
}
