import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { CreditsModule } from '../credits/index.js';
import { AdminLedgerController } from './admin-ledger.controller.js';

/** Owns the routes that verify the ledger, for administrators. Runs in processes with the role `api`. */
@Module({ imports: [AccountsModule, CreditsModule], controllers: [AdminLedgerController] })
export class AdminLedgerModule {}
