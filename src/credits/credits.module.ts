import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/index.js';
import { AdminCreditsController } from './admin-credits.controller.js';
import { BalanceAlertEntity } from './alerts/balance-alert.entity.js';
import { BalanceAlerts } from './alerts/balance-alerts.js';
import { CreditsController } from './credits.controller.js';
import { CreditsService } from './credits.service.js';
import { CreditExpiry } from './expiry/credit-expiry.js';
import { CreditHoldEntity } from './expiry/credit-hold.entity.js';
import { CreditLotEntity } from './expiry/credit-lot.entity.js';
import { CreditPositionEntity } from './expiry/credit-position.entity.js';
import { LedgerReader } from './ledger.reader.js';
import { LedgerAccountCheckpointEntity } from './ledger-account-checkpoint.entity.js';
import { LedgerCheckpointEntity } from './ledger-checkpoint.entity.js';
import { LedgerIds } from './ledger-ids.js';
import { LedgerTransferEntity } from './ledger-transfer.entity.js';
import { LedgerVerificationEntity } from './ledger-verification.entity.js';
import { LedgerVerifications } from './ledger-verifications.js';
import { LedgerVerifier } from './ledger-verifier.js';
import { OperatorTransfers } from './operator-transfers.js';
import { OverviewPositionEntity } from './overview/overview-position.entity.js';
import { OverviewSumEntity } from './overview/overview-sum.entity.js';
import { EndUsersController } from './spend-limits/end-users.controller.js';
import { EndUsers } from './spend-limits/end-users.service.js';
import { SpendCounterEntity } from './spend-limits/spend-counter.entity.js';
import { SpendLimits } from './spend-limits/spend-limits.js';
import { LedgerQuarterEntity } from './summaries/ledger-quarter.entity.js';
import { SpendingReader } from './summaries/spending.reader.js';
import { SpendingSumEntity } from './summaries/spending-sum.entity.js';
import { SummaryPositionEntity } from './summaries/summary-position.entity.js';
import { TransferReferenceEntity } from './transfer-reference.entity.js';
import { WalletEntity } from './wallet.entity.js';
import { WriteOff } from './write-off.js';

const EXPORTED = [
  BalanceAlerts,
  CreditExpiry,
  CreditsService,
  LedgerReader,
  LedgerVerifications,
  LedgerVerifier,
  OperatorTransfers,
  SpendingReader,
  SpendLimits,
  WriteOff,
];

/**
 * Owns balances and the ledger. Also owns the SQL that moves credits (`ledger.sql.ts`): `generation/` composes charge, capture and refund
 * from it, because a transfer must commit together with the prediction. Every guarantee about money is a constraint of the database.
 */
@Module({
  imports: [
    AuditModule,
    TypeOrmModule.forFeature([
      WalletEntity,
      BalanceAlertEntity,
      CreditHoldEntity,
      CreditLotEntity,
      CreditPositionEntity,
      LedgerAccountCheckpointEntity,
      LedgerCheckpointEntity,
      LedgerQuarterEntity,
      LedgerTransferEntity,
      LedgerVerificationEntity,
      OverviewPositionEntity,
      OverviewSumEntity,
      SpendCounterEntity,
      SpendingSumEntity,
      SummaryPositionEntity,
      TransferReferenceEntity,
    ]),
  ],
  controllers: [CreditsController, AdminCreditsController, EndUsersController],
  providers: [...EXPORTED, EndUsers, LedgerIds],
  exports: EXPORTED,
})
export class CreditsModule {}
