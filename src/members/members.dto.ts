import { IsIn, MaxLength } from 'class-validator';
import { ResetPasswordDto, UserAccountBody } from '../auth/index.js';
import {
  ACCOUNT_ROLES,
  type AccountRole,
  bodyOf,
  Field,
  InputField,
  IsNewEmail,
  NormalizedEmail,
  NullableField,
  OptionalField,
  SuccessBody,
} from '../platform/http/index.js';

const IsRole = () => IsIn(ACCOUNT_ROLES, { message: `role must be one of ${ACCOUNT_ROLES.join(', ')}` });

export class InviteDto {
  @Field({ format: 'email', maxLength: 254, example: 'grace@example.com' })
  @NormalizedEmail()
  @IsNewEmail()
  @MaxLength(254)
  email!: string;

  @Field.oneOf(ACCOUNT_ROLES, { example: 'developer' })
  @IsRole()
  role!: AccountRole;
}

export class AcceptInvitationDto {
  @InputField.text(1024, 'The text after `#token=` in the link.')
  token!: string;
}

export class RegisterInvitedDto extends ResetPasswordDto {}

export class UpdateMemberDto {
  @Field.oneOf(ACCOUNT_ROLES, { example: 'viewer' })
  @IsRole()
  role!: AccountRole;
}

export class MemberRecord {
  @Field.id('usr') userId!: string;
  @NullableField.text('Null when an outside provider reported none.', { example: 'ada@example.com' })
  email!: string | null;
  @Field.oneOf(ACCOUNT_ROLES) role!: AccountRole;
  @Field.instant() since!: string;
}

export class MemberBody extends bodyOf(MemberRecord) {}

export class InvitationRecord {
  @Field.id('inv') id!: string;
  @Field({ example: 'grace@example.com' }) email!: string;
  @Field.oneOf(ACCOUNT_ROLES) role!: AccountRole;
  @Field.instant() expiresAt!: string;
}

export class InvitationBody extends bodyOf(InvitationRecord) {
  @Field(
    'Whether a mail with the link is sent. False without a mailer, and for an address that got 3 within the hour.',
  )
  mailed!: boolean;
  @OptionalField(
    'The link, for owners where mail is not configured. Whoever has it joins the account: give it to the invited person alone. It proves no address.',
    { example: 'https://api.example.com/invitations/accept#token=…' },
  )
  url?: string;
}

export class MemberListBody extends SuccessBody {
  @Field.list(MemberRecord) items!: MemberRecord[];
  @Field.list(InvitationRecord, 'Those that are open, newest first.')
  invitations!: InvitationRecord[];
}

export class JoinedAccount extends UserAccountBody {}

export class JoinedBody extends SuccessBody {
  @Field('`POST /api/auth/switch` continues in it.')
  account!: JoinedAccount;
}
