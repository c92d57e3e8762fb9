import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { AuditModule } from '../audit/index.js';
import { AuthModule } from '../auth/index.js';
import { CreditsModule } from '../credits/index.js';
import { KeysModule } from '../keys/index.js';
import { AccountCreation } from './account-creation.js';
import { OperatorAccountsController } from './operator-accounts.controller.js';

/**
 * Owns what an operator's own systems need beside the routes of administrators: accounts that they open, with their keys and their audit
 * trail. `keys/` has operator keys, and `admission/` decides about their requests.
 */
@Module({
  imports: [AccountsModule, AuditModule, AuthModule, CreditsModule, KeysModule],
  controllers: [OperatorAccountsController],
  providers: [AccountCreation],
})
export class OperatorsModule {}
