export { fromCredits, toCredits } from './amount.js';
export { CreditsModule } from './credits.module.js';
export { CreditsService, type Wallet } from './credits.service.js';
export { LedgerReader } from './ledger.reader.js';
export { LEDGER_CHECKS, type LedgerFinding, type LedgerReport, LedgerVerifier } from './ledger-verifier.js';
