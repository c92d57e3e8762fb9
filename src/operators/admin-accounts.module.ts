import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { BillingModule } from '../billing/index.js';
import { CreditsModule } from '../credits/index.js';
import { KeysModule } from '../keys/index.js';
import { AdminAccountsController } from './admin-accounts.controller.js';
import { AdminAccounts } from './admin-accounts.service.js';

/** Owns the routes that list, read and change accounts, for administrators and operator keys, in processes with the role `api`. */
@Module({
  imports: [AccountsModule, BillingModule, CreditsModule, KeysModule],
  controllers: [AdminAccountsController],
  providers: [AdminAccounts],
})
export class AdminAccountsModule {}
