import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { AdminBillingController } from './admin-billing.controller.js';
import { BillingModule } from './billing.module.js';

/** Runs in processes with the role `api`. */
@Module({ imports: [AccountsModule, BillingModule], controllers: [AdminBillingController] })
export class AdminBillingModule {}
