import { ArrayNotEmpty, IsArray, IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import { OptionalSpendLimit, SpendingFields, type SpendLimitDto } from '../credits/index.js';
import {
  Field,
  type FieldOptions,
  NullableField,
  Omittable,
  OmittableInput,
  OptionalField,
  OptionalInput,
  type Scope,
  SCOPES,
  stack,
  Trimmed,
  WithoutRepeats,
} from '../platform/http/index.js';
import { WINDOW_NAME } from '../platform/limits/index.js';
import { KEY_ENVS, type KeyEnv } from './key-secret.js';
import { KeySettingsDto } from './key-settings.dto.js';
import { KEY_STATUSES, type KeyStatus } from './keys.sql.js';

export const MAX_ACTIVE_KEYS = 20;
/** Requests per window of the rate limit. */
export const MAX_RATE_LIMIT = 6000;
/** As many of a new key, unless its request or its account's plan says otherwise. */
export const DEFAULT_RATE_LIMIT = 120;
const MAX_GRACE_SECONDS = 7 * 86_400;

/** The description comes first, as in the contract. */
const OmittableInteger = (about: string, minimum: number, maximum: number, more?: FieldOptions) =>
  stack(
    OptionalField.integer(about, { minimum, maximum, ...more }),
    Omittable(),
    IsInt(),
    Min(minimum),
    Max(maximum),
  );
const RateLimit = (about: string) => OmittableInteger(about, 10, MAX_RATE_LIMIT);
/** The length is in code points, as in PostgreSQL's char_length. */
const IsName = () => Matches(/^.{1,100}$/su, { message: 'name must be a string of 1 to 100 characters' });

export const KeyName = (example: string) =>
  stack(
    Field('Label, 1–100 characters after trimming.', { minLength: 1, maxLength: 100, example }),
    Trimmed(),
    IsName(),
  );

export const KeyScopes = (scopes: readonly string[]) =>
  stack(
    Field.someOf(scopes, 'Scopes of the key; duplicates are removed.', { minItems: 1 }),
    WithoutRepeats(),
    IsArray(),
    ArrayNotEmpty(),
    IsIn(scopes, { each: true }),
  );

export class KeysQuery {
  @OptionalInput.text(500, '`nextCursor` of the previous page: continues with older ended keys. Opaque.')
  cursor?: string;
}

/** Body of POST /api/keys. */
export class CreateKeyDto extends KeySettingsDto {
  @KeyName('Production') name!: string;
  @KeyScopes(SCOPES) scopes!: Scope[];

  @RateLimit(
    `Requests per ${WINDOW_NAME}, at most what the account’s plan allows. Default: ${DEFAULT_RATE_LIMIT}, or less where the plan allows less.`,
  )
  rateLimit?: number;

  @OmittableInput.oneOf(KEY_ENVS, {
    default: 'live',
    description: 'Sets the prefix. `test` charges credits as well.',
  })
  env: KeyEnv = 'live';

  @OptionalSpendLimit('What predictions of this key may cost. Null: no limit.')
  spendLimit?: SpendLimitDto | null;
}

/** Body of PATCH /api/keys/:id. Scopes and environment never change. */
export class UpdateKeyDto extends KeySettingsDto {
  @OptionalField('The new label, 1–100 characters after trimming.', { minLength: 1, maxLength: 100 })
  @Trimmed()
  @Omittable()
  @IsName()
  name?: string;

  @RateLimit(`Requests per ${WINDOW_NAME}, at most what the account’s plan allows.`)
  rateLimit?: number;

  @OmittableInput.boolean('True: requests are rejected until it is set to false.')
  disabled?: boolean;

  @OptionalSpendLimit(
    'Holds for the next request; what was already spent in the current period counts. Null removes it.',
  )
  spendLimit?: SpendLimitDto | null;
}

export class RotateKeyDto {
  @OmittableInteger('Seconds that the old key still works, at most 7 days; 0: none.', 0, MAX_GRACE_SECONDS, {
    default: 0,
  })
  graceSeconds: number = 0;
}

/** The public form of a key. */
export class KeyRecord extends SpendingFields {
  @Field.id('key') id!: string;
  @Field({ example: 'Production' }) name!: string;
  @Field('Prefix, 12 stars, last 4 characters.', { example: 'of_live_************1a2b' })
  masked!: string;
  @Field.oneOf(['of_live', 'of_test'])
  prefix!: 'of_live' | 'of_test';
  @Field.someOf(SCOPES) scopes!: Scope[];
  @Field.integer(`Requests per ${WINDOW_NAME}.`, { example: 120 })
  rateLimit!: number;
  @Field.integer('Requests that the key authenticated, including rejected ones.', { example: 0 })
  requests!: number;
  @NullableField.instant() lastUsedAt!: string | null;
  @NullableField.instant('When it was revoked, or stopped working after its rotation; null before.')
  revokedAt!: string | null;
  @NullableField.instant(
    'When it stops working by itself: its expiry, or the end of the grace after its rotation.',
  )
  expiresAt!: string | null;
  @NullableField.texts('The only models that it may start or quote; null: every model.')
  allowedModels!: string[] | null;
  @NullableField.texts('The only addresses and networks that it may be used from; null: every address.')
  allowedIps!: string[] | null;
  @Field.textsByName() metadata!: Record<string, string>;
  @NullableField.text('The id of the key that it has replaced.')
  replaces!: string | null;
  @NullableField.text('The id of the key that has replaced it.')
  replacedBy!: string | null;
  @Field.oneOf(
    KEY_STATUSES,
    '`retiring`: replaced, and still working until `expiresAt`. `disabled`, `expired` and `revoked`: requests return 401.',
  )
  status!: KeyStatus;
  @Field.instant() createdAt!: string;
}

/** The body of a response with one key. */
export class KeyBody extends KeyRecord {
  @Field.oneOf([true]) success!: true;
}

/** The only response that contains the secret. */
export class CreatedKeyBody extends KeyBody {
  @Field('The secret. Shown once; only its SHA-256 is kept.', { example: `of_live_${'0'.repeat(48)}` })
  key!: string;
}

/** The response with the keys of an account. */
export class KeyListBody {
  @Field.oneOf([true]) success!: true;
  @Field.list(
    KeyRecord,
    'All active, disabled and retiring keys, and the newest 500 ended ones, newest first.',
  )
  keys!: KeyRecord[];
  @OptionalField('Only where there are older ended keys.')
  nextCursor?: string;
  @Field({
    type: 'integer',
    enum: [MAX_ACTIVE_KEYS],
    description: 'Active and disabled keys an account may hold.',
  })
  maxActive!: number;
}

/** What is left of a key's requests, as in the headers `X-RateLimit-*`. */
export class RequestsLeft {
  @Field.integer(`Requests per ${WINDOW_NAME}.`, { example: 120 })
  limit!: number;
  @Field.integer('Requests left in the window, after this one.', { example: 119 })
  remaining!: number;
  @Field.integer('Seconds until a request is left; 0 while one is left.')
  resetSeconds!: number;
}

/** What is left of a key's spend limit. */
export class SpendLeft {
  @Field('Credits per period.', { example: 100 })
  limit!: number;
  @Field('Credits that it may still spend in this period.', { example: 87.5 })
  remaining!: number;
  @NullableField.instant('When the period ends. Null: never.')
  resetsAt!: string | null;
}

/** What is left of each limit of a key. A key and the key that it has replaced share them. */
export class KeyLimits {
  @Field() requests!: RequestsLeft;
  @NullableField.object(SpendLeft, 'Null: no spend limit.')
  spend!: SpendLeft | null;
}

/** The body of GET /api/key. */
export class OwnKeyBody extends KeyBody {
  @Field() limits!: KeyLimits;
}
