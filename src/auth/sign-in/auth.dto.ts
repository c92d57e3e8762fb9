import { Transform } from 'class-transformer';
import { IsEmail, IsString, Matches, MaxLength, ValidateIf } from 'class-validator';
import { type Role, ROLES } from '../../accounts/index.js';
import {
  ACCOUNT_ROLES,
  type AccountRole,
  ApiProperty,
  ApiPropertyOptional,
  IsNewEmail,
} from '../../platform/http/index.js';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../passwords/passwords.js';

/** Trims and lower-cases an email. */
const Email = () =>
  Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : (value as unknown)));
/** The length is in code points; the password is never trimmed. */
const IsPassword = () =>
  Matches(new RegExp(`^(?=.*\\S).{${PASSWORD_MIN_LENGTH},${PASSWORD_MAX_LENGTH}}$`, 'su'), {
    message: `$property must be a string of ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters, one of which is not a space`,
  });

/** Body of POST /api/auth/register. */
export class RegisterDto {
  @ApiProperty({ format: 'email', maxLength: 254, example: 'ada@example.com' })
  @Email()
  @IsNewEmail()
  @MaxLength(254)
  email!: string;

  @ApiProperty({ format: 'password', minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH })
  @IsPassword()
  password!: string;
}

/** Body of POST /api/auth/login. The rules for new passwords do not apply: any text can be a wrong password. */
export class LoginDto {
  @ApiProperty({ format: 'email', maxLength: 254, example: 'ada@example.com' })
  @Email()
  @IsEmail()
  @MaxLength(254)
  email!: string;

  @ApiProperty({ format: 'password', maxLength: 1024 })
  @IsString()
  @MaxLength(1024)
  password!: string;
}

/** Body of POST /api/auth/password. */
export class ChangePasswordDto {
  @ApiProperty({ format: 'password', maxLength: 1024 })
  @IsString()
  @MaxLength(1024)
  current!: string;

  @ApiProperty({ format: 'password', minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH })
  @IsPassword()
  next!: string;
}

/** Body of POST /api/auth/password/forgot. */
export class ForgotPasswordDto {
  @ApiProperty({ format: 'email', maxLength: 254, example: 'ada@example.com' })
  @Email()
  @IsEmail()
  @MaxLength(254)
  email!: string;
}

/** Response of POST /api/auth/password/forgot and /api/auth/email/verification. */
export class AcceptedBody {
  @ApiProperty({ enum: [true] })
  success!: true;
}

/** Body of POST /api/auth/password/reset. */
export class ResetPasswordDto {
  @ApiProperty({ maxLength: 1024, description: 'The text after `#token=` in the link.' })
  @IsString()
  @MaxLength(1024)
  token!: string;

  @ApiProperty({ format: 'password', minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH })
  @IsPassword()
  password!: string;
}

/** Body of POST /api/auth/setup. */
export class SetUpDto extends RegisterDto {
  @ApiProperty({ maxLength: 1024, description: 'The text after `#token=` in the link.' })
  @IsString()
  @MaxLength(1024)
  token!: string;
}

/** Body of POST /api/auth/email/verify. */
export class VerifyEmailDto {
  @ApiProperty({ maxLength: 1024, description: 'The text after `#token=` in the link.' })
  @IsString()
  @MaxLength(1024)
  token!: string;

  @ApiPropertyOptional({
    format: 'password',
    maxLength: 1024,
    description: 'Of the user. Needed unless the user is signed in.',
  })
  @ValidateIf((_body, value) => value !== undefined)
  @IsString()
  @MaxLength(1024)
  password?: string;
}

/** Body of POST /api/auth/switch. */
export class SwitchAccountDto {
  @ApiProperty({ maxLength: 100, example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  @IsString()
  @MaxLength(100)
  accountId!: string;
}

/** Body of POST /api/auth/refresh and /api/auth/logout. */
export class RefreshDto {
  @ApiPropertyOptional({ description: 'The refresh token, for clients without cookies.' })
  @ValidateIf((_body, value) => value !== undefined)
  @IsString()
  @MaxLength(1024)
  refreshToken?: string;
}

export class UserBody {
  @ApiProperty({ example: 'usr_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Null when an outside provider reported none.',
  })
  email!: string | null;
  @ApiProperty({ enum: ROLES })
  role!: Role;
  @ApiProperty({ description: 'Whether the user has shown to receive mails at this email.' })
  emailVerified!: boolean;
  @ApiProperty({
    description:
      'Whether `POST /api/auth/email/verification` can send a mail: mail is configured, and the email is not verified.',
  })
  canVerifyEmail!: boolean;
  @ApiProperty({ description: 'Sign-up credits that are granted when the email is verified.', example: 0 })
  pendingCredits!: number;
}

export class AccountBody {
  @ApiProperty({ example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty({ description: 'The key of its plan.', example: 'free' })
  plan!: string;
  @ApiProperty({ enum: ACCOUNT_ROLES, description: 'The role of the user in it.' })
  role!: AccountRole;
}

export class UserAccountBody {
  @ApiProperty({ example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'What its people call it.' })
  name!: string | null;
  @ApiProperty({ enum: ACCOUNT_ROLES, description: 'The role of the user in it.' })
  role!: AccountRole;
}

/** Response of GET /api/auth/me. */
export class ProfileBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty()
  user!: UserBody;
  @ApiProperty()
  account!: AccountBody;
  @ApiProperty({ type: [UserAccountBody], description: 'All accounts of the user, at most 100.' })
  accounts!: UserAccountBody[];
}

/** Response of register, login and refresh. For pages of this site only the cookie contains the refresh token. */
export class SessionBody extends ProfileBody {
  @ApiProperty({ description: 'For `Authorization: Bearer` on dashboard routes.' })
  accessToken!: string;
  @ApiProperty({
    type: 'integer',
    description:
      'Seconds. After a switch of a user of an outside provider: what is left, 0 when its token does not say so.',
    example: 900,
  })
  expiresIn!: number;
  @ApiPropertyOptional({
    description: 'Only for pages of `CORS_ORIGINS` on another site, which get no cookie.',
  })
  refreshToken?: string;
}
