import { IsEmail, IsString, Matches, MaxLength } from 'class-validator';
import { type Role, ROLES } from '../../accounts/index.js';
import {
  ACCOUNT_ROLES,
  type AccountRole,
  exampleId,
  Field,
  InputField,
  IsNewEmail,
  NormalizedEmail,
  NullableField,
  Omittable,
  OmittableInput,
  OptionalField,
  stack,
  SuccessBody,
} from '../../platform/http/index.js';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../passwords/passwords.js';

/** @param rule which emails are accepted. */
const Email = (rule: PropertyDecorator) =>
  stack(
    Field({ format: 'email', maxLength: 254, example: 'ada@example.com' }),
    NormalizedEmail(),
    rule,
    MaxLength(254),
  );
/** The length is in code points; the password is never trimmed. */
const NewPassword = () =>
  stack(
    Field({ format: 'password', minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH }),
    Matches(new RegExp(`^(?=.*\\S).{${PASSWORD_MIN_LENGTH},${PASSWORD_MAX_LENGTH}}$`, 'su'), {
      message: `$property must be a string of ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters, one of which is not a space`,
    }),
  );
const LinkToken = () => InputField.text(1024, 'The text after `#token=` in the link.');

export class RegisterDto {
  @Email(IsNewEmail()) email!: string;
  @NewPassword() password!: string;
}

/** The rules for new passwords do not apply: any text can be a wrong password. */
export class LoginDto {
  @Email(IsEmail()) email!: string;
  @InputField.secret(1024) password!: string;
}

export class ChangePasswordDto {
  @InputField.secret(1024) current!: string;
  @NewPassword() next!: string;
}

export class ForgotPasswordDto {
  @Email(IsEmail()) email!: string;
}

export class AcceptedBody extends SuccessBody {}

export class ResetPasswordDto {
  @LinkToken() token!: string;
  @NewPassword() password!: string;
}

export class SetUpDto extends RegisterDto {
  @LinkToken() token!: string;
}

export class VerifyEmailDto {
  @LinkToken() token!: string;

  @OmittableInput.secret(1024, 'Of the user. Needed unless the user is signed in.')
  password?: string;
}

export class SwitchAccountDto {
  @InputField.text(100, { example: exampleId('acc') }) accountId!: string;
}

export class RefreshDto {
  @OptionalField('The refresh token, for clients without cookies.')
  @Omittable()
  @IsString()
  @MaxLength(1024)
  refreshToken?: string;
}

export class UserBody {
  @Field.id('usr') id!: string;
  @NullableField.text('Null when an outside provider reported none.')
  email!: string | null;
  @Field.oneOf(ROLES) role!: Role;
  @Field('Whether the user has shown to receive mails at this email.')
  emailVerified!: boolean;
  @Field(
    'Whether `POST /api/auth/email/verification` can send a mail: mail is configured, and the email is not verified.',
  )
  canVerifyEmail!: boolean;
  @Field('Sign-up credits that are granted when the email is verified.', { example: 0 })
  pendingCredits!: number;
}

export class AccountBody {
  @Field.id('acc') id!: string;
  @Field('The key of its plan.', { example: 'free' })
  plan!: string;
  @Field.oneOf(ACCOUNT_ROLES, 'The role of the user in it.')
  role!: AccountRole;
}

export class UserAccountBody {
  @Field.id('acc') id!: string;
  @NullableField.text('What its people call it.')
  name!: string | null;
  @Field.oneOf(ACCOUNT_ROLES, 'The role of the user in it.')
  role!: AccountRole;
}

export class ProfileBody extends SuccessBody {
  @Field() user!: UserBody;
  @Field() account!: AccountBody;
  @Field.list(UserAccountBody, 'All accounts of the user, at most 100.')
  accounts!: UserAccountBody[];
}

/** For pages of this site only the cookie contains the refresh token. */
export class SessionBody extends ProfileBody {
  @Field('For `Authorization: Bearer` on dashboard routes.')
  accessToken!: string;
  @Field.integer(
    'Seconds. After a switch of a user of an outside provider: what is left, 0 when its token does not say so.',
    { example: 900 },
  )
  expiresIn!: number;
  @OptionalField('Only for pages of `CORS_ORIGINS` on another site, which get no cookie.')
  refreshToken?: string;
}
