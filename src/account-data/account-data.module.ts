import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/index.js';
import { UploadData } from '../assets/index.js';
import { AuditModule } from '../audit/index.js';
import { AuthModule } from '../auth/index.js';
import { BillingModule } from '../billing/index.js';
import { CreditsModule } from '../credits/index.js';
import { PredictionsModule } from '../generation/index.js';
import { KeysModule } from '../keys/index.js';
import { MembersModule } from '../members/index.js';
import { AccountDataController } from './account-data.controller.js';
import { AdminAccountDataController } from './admin-account-data.controller.js';
import { AccountDeletions } from './deletion/account-deletions.js';
import { AccountExportEntity } from './export/account-export.entity.js';
import { AccountExports } from './export/account-exports.js';
import { ExportLeases } from './export/export-lease.js';
import { ExportedData } from './export/exported-data.js';

/** Owns what concerns all data of an account at once: its export, and its deletion. `AccountErasureModule` erases. */
@Module({
  imports: [
    AccountsModule,
    AuditModule,
    AuthModule,
    BillingModule,
    CreditsModule,
    KeysModule,
    MembersModule,
    PredictionsModule,
    TypeOrmModule.forFeature([AccountExportEntity]),
  ],
  controllers: [AccountDataController, AdminAccountDataController],
  providers: [AccountDeletions, AccountExports, ExportedData, ExportLeases, UploadData],
})
export class AccountDataModule {}
