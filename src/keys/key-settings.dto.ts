/** The settings of a key that its owner gives at its creation and changes later. */
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsOptional, IsString, ValidateBy } from 'class-validator';
import { checkMetadata, IsFutureInstant, OptionalField, WithoutRepeats } from '../platform/http/index.js';
import { parseAddressRule } from './address-rule.js';

export const MAX_ALLOWED_MODELS = 100;
export const MAX_ALLOWED_IPS = 100;

/** Replaces each valid rule by its canonical text, and removes repeats. */
const Canonical = () =>
  Transform(({ value }) => {
    if (!Array.isArray(value)) return value as unknown;
    const rules = value.map(
      (one: unknown) => (typeof one === 'string' && parseAddressRule(one.trim())) || one,
    );
    return [...new Set(rules)];
  });

const IsAddressRule = () =>
  ValidateBy(
    {
      name: 'isAddressRule',
      validator: {
        validate: (value) => typeof value === 'string' && parseAddressRule(value) !== null,
        defaultMessage: () =>
          '$property must have IP addresses or networks only, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32',
      },
    },
    { each: true },
  );

/** Accepts what a prediction's `metadata` accepts. The message names the first bad value. */
const IsMetadata = () =>
  ValidateBy({
    name: 'isMetadata',
    validator: {
      validate: (value) => checkMetadata(value).length === 0,
      defaultMessage: (args) => {
        const [problem] = checkMetadata(args?.value);
        // Braces and dollars of a name would be read as placeholders.
        return `${problem?.field?.replace(/[$]/g, '') ?? 'metadata'} ${problem?.message}`;
      },
    },
  });

/** When and from where a key may be used. Null removes a limit. */
export class KeyValidityDto {
  @OptionalField.instant({
    nullable: true,
    description: 'Requests are rejected from then on. In the future, with a time zone; null: never.',
    example: '2099-12-31T00:00:00Z',
  })
  @IsOptional()
  @IsFutureInstant()
  expiresAt?: string | null;

  @OptionalField.texts({
    nullable: true,
    minItems: 1,
    maxItems: MAX_ALLOWED_IPS,
    description:
      'The only addresses and networks (CIDR) that the key may be used from, IPv4 or IPv6; null: every address. IPv4 in its notation as IPv6 counts as IPv4.',
    example: ['198.51.100.7', '2001:db8::7', '203.0.113.0/24', '2001:db8::/32'],
  })
  @Canonical()
  @IsOptional()
  @IsArray({ message: 'allowedIps must be an array of IP addresses and networks, or null' })
  @ArrayNotEmpty({ message: 'allowedIps must have at least one address; null allows every address' })
  @ArrayMaxSize(MAX_ALLOWED_IPS, {
    message: `allowedIps must not have more than ${MAX_ALLOWED_IPS} addresses and networks`,
  })
  @IsAddressRule()
  allowedIps?: string[] | null;
}

/** The settings that POST and PATCH /api/keys have in common. Null removes one. */
export class KeySettingsDto extends KeyValidityDto {
  @OptionalField.texts({
    nullable: true,
    minItems: 1,
    maxItems: MAX_ALLOWED_MODELS,
    description: 'The only models that the key may start or quote, as `modelKey`; null: every model.',
    example: ['embedded-image'],
  })
  @WithoutRepeats()
  @IsOptional()
  @IsArray({ message: 'allowedModels must be an array of model keys, or null' })
  @ArrayNotEmpty({ message: 'allowedModels must name at least one model; null allows every model' })
  @ArrayMaxSize(MAX_ALLOWED_MODELS, {
    message: `allowedModels must not have more than ${MAX_ALLOWED_MODELS} models`,
  })
  @IsString({ each: true, message: 'allowedModels must have strings only' })
  allowedModels?: string[] | null;

  @OptionalField({
    type: 'object',
    nullable: true,
    additionalProperties: { type: 'string', maxLength: 500 },
    description: 'At most 16 texts of at most 500 characters, for your own use; null: none.',
    example: { service: 'render-farm' },
  })
  @IsOptional()
  @IsMetadata()
  metadata?: Record<string, string> | null;
}
