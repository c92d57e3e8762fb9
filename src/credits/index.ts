export { BalanceAlerts, type LeasedMail } from './alerts/balance-alerts.js';
export { fromCredits, MAX_CREDITS, MIN_CREDITS, toCredits } from './amount.js';
export {
  showExpiring,
  StatementEntry,
  StatementFileQuery,
  StatementPageBody,
  StatementQuery,
} from './credits.dto.js';
export { CreditsModule } from './credits.module.js';
export { CreditsService, type EnteredTransfer, type Wallet, type WalletChange } from './credits.service.js';
export { CreditExpiry } from './expiry/credit-expiry.js';
export { CreditExpiryRounds } from './expiry/credit-expiry.rounds.js';
export { IS_EXPIRY_DUE } from './expiry/credit-expiry.sql.js';
export type { ExpiringAmount } from './expiry/credit-lots.js';
export { CreditsInput, IsCredits } from './is-credits.js';
export { LedgerReader } from './ledger.reader.js';
export {
  AFFORDABLE_CALLS,
  CREDIT_WALLETS,
  DEBIT_WALLETS,
  ENTER_CHARGES,
  ENTER_SETTLEMENTS,
  LOCK_WALLET,
  type LockedWallet,
  lockWallets,
  MOVE_HELD,
  NOT_DUE,
} from './ledger.sql.js';
export { LEDGER_CHECKS } from './ledger-checks.sql.js';
export { type LedgerVerification, LedgerVerifications } from './ledger-verifications.js';
export {
  type LedgerFinding,
  type LedgerReport,
  LedgerVerifier,
  VerificationRefused,
  VerificationRunning,
} from './ledger-verifier.js';
export { TALLY } from './ledger-verifier.sql.js';
export { type DeliveredTransfer, type OperatorTransfer, OperatorTransfers } from './operator-transfers.js';
export { IS_DELETED } from './operator-transfers.sql.js';
export { AMOUNTS, ENTRY_COLUMNS, FIGURES_OF, placedEntries, startOf } from './overview/overview-sums.sql.js';
export { CREDITS_DATA } from './personal-data.js';
export { type Delivery, deliveryOf, findFirstDelivery } from './references.js';
export type { SpendPeriod } from './spend-limits/spend-counter.entity.js';
export {
  AFFORDABLE_CALLS_WITHIN_LIMITS,
  CHARGE_COUNTERS,
  countersOf,
  LOCK_COUNTERS,
  RETURN_SPENDING,
} from './spend-limits/spend-counters.sql.js';
export {
  OptionalSpendLimit,
  readSpendLimit,
  showSpending,
  showSpendLimit,
  SpendingFields,
  SpendLimitDto,
  SpentBody,
} from './spend-limits/spend-limit.dto.js';
export {
  type LimitChange,
  type Spending,
  type SpendLimit,
  SpendLimits,
} from './spend-limits/spend-limits.js';
export { LedgerSummaries } from './summaries/ledger-summaries.js';
export { LedgerSummariesModule } from './summaries/ledger-summaries.module.js';
export { type SpendingPart, SpendingReader } from './summaries/spending.reader.js';
export { countStates, StateCounts } from './summaries/state-counts.dto.js';
export { DashboardBalanceBody, showWallet, WalletBody } from './wallet.dto.js';
export { WriteOff } from './write-off.js';
