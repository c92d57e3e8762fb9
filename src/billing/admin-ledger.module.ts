import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { CreditsModule } from '../credits/index.js';
import { AdminLedgerController } from './admin-ledger.controller.js';

/** Runs in processes with the role `api`. */
@Module({ imports: [AccountsModule, CreditsModule], controllers: [AdminLedgerController] })
export class AdminLedgerModule {}
