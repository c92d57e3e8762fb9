import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/index.js';
import { CreditsModule } from '../credits/index.js';
import { KeysModule } from '../keys/index.js';
import { AccountEntity } from './account.entity.js';
import { AccountCreationEntity } from './account-creation.entity.js';
import { AccountDeletionEntity } from './account-deletion.entity.js';
import { AccountEmails } from './account-emails.js';
import { AccountPlans } from './account-plans.js';
import { AccountReferenceEntity } from './account-reference.entity.js';
import { AccountsReader } from './accounts.reader.js';
import { AccountsService } from './accounts.service.js';
import { MembershipEntity } from './memberships/membership.entity.js';
import { Memberships } from './memberships/memberships.js';
import { AccountController } from './settings/account.controller.js';
import { AccountNameEntity } from './settings/account-name.entity.js';
import { AccountSettings } from './settings/account-settings.js';
import { SuspendedAccountEntity } from './suspended-account.entity.js';
import { Suspensions } from './suspensions.js';
import { UserEntity } from './user.entity.js';

const SERVICES = [
  AccountEmails,
  AccountPlans,
  AccountSettings,
  AccountsReader,
  AccountsService,
  Memberships,
  Suspensions,
];

/**
 * Owns accounts and users: their roles, an account's own settings, who belongs to which, and suspensions. It never checks a password or a
 * token (`auth/`) and never changes a balance; `credits/` grants the sign-up credits.
 */
@Module({
  imports: [
    AuditModule,
    CreditsModule,
    KeysModule,
    TypeOrmModule.forFeature([
      AccountCreationEntity,
      AccountDeletionEntity,
      AccountEntity,
      AccountNameEntity,
      AccountReferenceEntity,
      MembershipEntity,
      SuspendedAccountEntity,
      UserEntity,
    ]),
  ],
  controllers: [AccountController],
  providers: SERVICES,
  exports: SERVICES,
})
export class AccountsModule {}
