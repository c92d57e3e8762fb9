import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/index.js';
import { CreditsModule } from '../credits/index.js';
import { AccountEntity } from './account.entity.js';
import { AccountsReader } from './accounts.reader.js';
import { AccountsService } from './accounts.service.js';
import { UserEntity } from './user.entity.js';

/**
 * Owns accounts and users: creates and finds them, sets roles. It never checks a password or a token (`auth/`) and
 * never changes a balance; `credits/` grants the sign-up credits.
 */
@Module({
  imports: [AuditModule, CreditsModule, TypeOrmModule.forFeature([AccountEntity, UserEntity])],
  providers: [AccountsReader, AccountsService],
  exports: [AccountsReader, AccountsService],
})
export class AccountsModule {}
