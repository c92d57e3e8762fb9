import { IsString, Length, MaxLength } from 'class-validator';
import { CreditsInput, MIN_CREDITS } from '../credits/index.js';
import {
  bodyOf,
  IsNewEmail,
  NormalizedEmail,
  Omittable,
  OmittableInput,
  OptionalField,
} from '../platform/http/index.js';
import { AdminAccount } from './admin-accounts.dto.js';

export class CreateAccountDto {
  @OptionalField({
    format: 'email',
    maxLength: 254,
    example: 'ada@example.com',
    description:
      'Creates a user, who sets a password with a mailed link. Without it, nobody signs in to the account.',
  })
  @NormalizedEmail()
  @Omittable()
  @IsNewEmail()
  @MaxLength(254)
  email?: string;

  @OptionalField({
    minLength: 1,
    maxLength: 200,
    example: 'customer-4711',
    description: 'The id of the account in your own systems. No two accounts have the same.',
  })
  @Omittable()
  @IsString()
  @Length(1, 200)
  externalId?: string;

  @OmittableInput.text(100, {
    example: 'free',
    description: 'The key of a plan of the catalogue; by default that of every new account.',
  })
  plan?: string;

  @CreditsInput(MIN_CREDITS, {
    required: false,
    example: 100,
    description:
      'Its first credits, more than 0, at most 3 decimals. An operator key needs `credits:write` too, and an `Idempotency-Key`.',
  })
  @Omittable()
  credits?: number;
}

export class CreatedAccountBody extends bodyOf(AdminAccount) {}
