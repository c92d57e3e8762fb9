import { Transform } from 'class-transformer';
import { IsIn, IsString, Matches, MaxLength } from 'class-validator';
import {
  ACCOUNT_ROLES,
  type AccountRole,
  ApiProperty,
  ApiPropertyOptional,
  IsNewEmail,
} from '../platform/http/index.js';

const USER_ID = 'usr_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f';
const INVITATION_ID = 'inv_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f';
const IsRole = () => IsIn(ACCOUNT_ROLES, { message: `role must be one of ${ACCOUNT_ROLES.join(', ')}` });

/** Body of POST /api/account/invitations. */
export class InviteDto {
  @ApiProperty({ format: 'email', maxLength: 254, example: 'grace@example.com' })
  @Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : (value as unknown)))
  @IsNewEmail()
  @MaxLength(254)
  email!: string;

  @ApiProperty({ enum: ACCOUNT_ROLES, example: 'developer' })
  @IsRole()
  role!: AccountRole;
}

/** Body of POST /api/account/invitations/accept. */
export class AcceptInvitationDto {
  @ApiProperty({ maxLength: 1024, description: 'The text after `#token=` in the link.' })
  @IsString()
  @MaxLength(1024)
  token!: string;
}

/** Body of POST /api/auth/register/invited. */
export class RegisterInvitedDto {
  @ApiProperty({ maxLength: 1024, description: 'The text after `#token=` in the link.' })
  @IsString()
  @MaxLength(1024)
  token!: string;

  @ApiProperty({ format: 'password', minLength: 12, maxLength: 128 })
  @Matches(/^(?=.*\S).{12,128}$/su, {
    message: '$property must be a string of 12 to 128 characters, one of which is not a space',
  })
  password!: string;
}

/** Body of PATCH /api/account/members/:userId. */
export class UpdateMemberDto {
  @ApiProperty({ enum: ACCOUNT_ROLES, example: 'viewer' })
  @IsRole()
  role!: AccountRole;
}

export class MemberRecord {
  @ApiProperty({ example: USER_ID })
  userId!: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Null when an outside provider reported none.',
    example: 'ada@example.com',
  })
  email!: string | null;
  @ApiProperty({ enum: ACCOUNT_ROLES })
  role!: AccountRole;
  @ApiProperty({ format: 'date-time' })
  since!: string;
}

/** Response of PATCH /api/account/members/:userId. */
export class MemberBody extends MemberRecord {
  @ApiProperty({ enum: [true] })
  success!: true;
}

export class InvitationRecord {
  @ApiProperty({ example: INVITATION_ID })
  id!: string;
  @ApiProperty({ example: 'grace@example.com' })
  email!: string;
  @ApiProperty({ enum: ACCOUNT_ROLES })
  role!: AccountRole;
  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;
}

/** Response of POST /api/account/invitations. */
export class InvitationBody extends InvitationRecord {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({
    description:
      'Whether a mail with the link is sent. False without a mailer, and for an address that got 3 within the hour.',
  })
  mailed!: boolean;
  @ApiPropertyOptional({
    description:
      'The link, for owners where mail is not configured. Whoever has it joins the account: give it to the invited person alone. It proves no address.',
    example: 'https://api.example.com/invitations/accept#token=…',
  })
  url?: string;
}

/** Response of GET /api/account/members. */
export class MemberListBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [MemberRecord] })
  items!: MemberRecord[];
  @ApiProperty({ type: [InvitationRecord], description: 'Those that are open, newest first.' })
  invitations!: InvitationRecord[];
}

export class JoinedAccount {
  @ApiProperty({ example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'What its people call it.' })
  name!: string | null;
  @ApiProperty({ enum: ACCOUNT_ROLES, description: 'The role of the user in it.' })
  role!: AccountRole;
}

/** Response of POST /api/account/invitations/accept. */
export class JoinedBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ description: '`POST /api/auth/switch` continues in it.' })
  account!: JoinedAccount;
}
