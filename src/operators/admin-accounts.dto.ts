import { Type } from 'class-transformer';
import {
  IsDefined,
  IsInt,
  IsObject,
  IsOptional,
  Length,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { type Role, ROLES } from '../accounts/index.js';
import { SubscriptionView } from '../billing/index.js';
import { StateCounts } from '../credits/index.js';
import { KeyRecord, MAX_ACTIVE_KEYS, MAX_RATE_LIMIT } from '../keys/index.js';
import {
  bodyOf,
  Field,
  NullableField,
  Omittable,
  OmittableInput,
  OptionalField,
  OptionalInput,
  pageBodyOf,
  PageQuery,
  stack,
} from '../platform/http/index.js';
import { WINDOW_NAME } from '../platform/limits/index.js';

const Exactly = (maxLength: number, description: string) =>
  stack(OptionalField({ minLength: 1, maxLength, description }), IsOptional(), Length(1, maxLength));

export class AccountsQuery extends PageQuery {
  @OptionalInput.text(254, 'Part of an email, or the whole id of an account or a user.')
  search?: string;

  @OptionalInput.flag('True: only suspended accounts. False: only others.')
  suspended?: boolean;

  @Exactly(200, 'The id of the account in your own systems.') externalId?: string;
  @Exactly(100, 'The key of a plan.') plan?: string;
}

/** These limits replace those of the account's plan. */
export class UpdateLimitsDto {
  @NullableField.integer({
    minimum: 10,
    maximum: MAX_RATE_LIMIT,
    description: `The highest \`rateLimit\` of a key, in requests per ${WINDOW_NAME}, also above that of the plan. Null: that of the plan. Keys that the account has stay as they are.`,
    example: 1200,
  })
  @IsDefined()
  @ValidateIf((_body, value) => value !== null)
  @IsInt()
  @Min(10)
  @Max(MAX_RATE_LIMIT)
  maxRateLimit!: number | null;
}

/** At least one of them is needed. */
export class UpdateAccountDto {
  @OmittableInput.boolean(
    'True rejects the requests of its API keys, and starts of predictions in the dashboard.',
  )
  suspended?: boolean;

  @OmittableInput.text(100, 'The key of a plan of the catalogue.', { example: 'free' })
  plan?: string;

  @OmittableInput.oneOf(
    [true],
    'Ends what the account is subscribed to at the payment service, without paying back; the account gets the default plan. Nothing happens without a subscription.',
  )
  endSubscription?: true;

  @OptionalField('Its own limits.')
  @Omittable()
  @IsObject()
  @ValidateNested({ message: 'limits must be an object' })
  @Type(() => UpdateLimitsDto)
  limits?: UpdateLimitsDto;
}

export class AdminAccountLimits {
  @Field.integer('Active and disabled keys.', { example: MAX_ACTIVE_KEYS })
  maxActiveKeys!: number;
  @Field.integer('The highest `rateLimit` of a key: its own, else that of its plan.', {
    example: MAX_RATE_LIMIT,
  })
  maxRateLimit!: number;
}

export class AdminUser {
  @Field.id('usr') id!: string;
  @NullableField.text() email!: string | null;
  @Field.oneOf(ROLES) role!: Role;
}

export class AdminAccount {
  @Field.id('acc') id!: string;
  @Field('The key of its plan.', { example: 'free' })
  plan!: string;
  @Field('Spendable credits.')
  balance!: number;
  @Field('Credits of predictions that are not done.')
  held!: number;
  @Field.instant() createdAt!: string;
  @Field.integer() activeKeys!: number;
  @Field('Its API keys are rejected (403 `account_suspended`).')
  suspended!: boolean;
  @NullableField.instant('When it was deleted; its ledger stays. Null: it is not.')
  deletedAt!: string | null;
  @NullableField.text('Its id in the operator’s own systems.')
  externalId!: string | null;
  @NullableField.text('What its people call it.', { example: 'Render farm' })
  name!: string | null;
  @Field.list(AdminUser) users!: AdminUser[];
}

export class AdminAccountsPage extends pageBodyOf(AdminAccount) {}

export class AdminAccountBody extends bodyOf(AdminAccount) {
  @Field.instant('When the balance last changed.')
  updatedAt!: string;
  @Field('What the account may have.')
  limits!: AdminAccountLimits;
  @NullableField.object(
    SubscriptionView,
    'What the account is subscribed to, also while it is suspended: it is paid, and granted, each month until it is ended. Null: nothing.',
  )
  subscription!: SubscriptionView | null;
  @Field('Predictions started in the last 30 days.')
  predictions!: StateCounts;
  @Field.list(KeyRecord, 'Newest first, revoked ones included.')
  keys!: KeyRecord[];
}
