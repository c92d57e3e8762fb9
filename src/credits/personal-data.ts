import type { PersonalData } from '../platform/database/index.js';
import {
  ERASE_ADJUSTMENTS,
  ERASE_ALERT,
  ERASE_DEBTS,
  ERASE_END_USERS,
  ERASE_GRANTS,
} from './personal-data.sql.js';

/** Of a table that is calculated from the ledger. */
const SUMS = { kept: 'ids, models and numbers', notExported: 'ledger.json has what it is calculated from' };

export const CREDITS_DATA: PersonalData = {
  tables: {
    wallets: { erased: ['write off credits'], kept: 'a balance of 0, and times', exported: ['account.json'] },
    ledger_transfers: {
      erased: ['erase grants', 'erase adjustments', 'erase debts'],
      kept: 'every amount and the order, so that the ledger verifies; the note of the write-off',
      exported: ['ledger.json'],
    },
    transfer_references: {
      erased: ['erase grants', 'erase adjustments', 'erase debts'],
      kept: 'which transfer it was',
      notExported: 'an operator sent these Idempotency-Keys',
    },
    ledger_verifications: {
      kept: 'the ids of who requested it and of accounts with a finding',
      notExported: 'a verification is of the installation',
    },
    balance_alerts: { erased: ['remove alert'], exported: ['account.json'] },
    spend_counters: {
      erased: ['remove end users'],
      kept: 'those of keys, by id',
      notExported: 'end-users.json and keys.json have what was spent',
    },
    ledger_account_checkpoints: SUMS,
    ledger_quarters: SUMS,
    spending_sums: SUMS,
    credit_positions: SUMS,
    credit_lots: SUMS,
    credit_holds: SUMS,
  },
  steps: {
    'remove end users': ERASE_END_USERS,
    'remove alert': ERASE_ALERT,
    'erase grants': ERASE_GRANTS,
    'erase adjustments': ERASE_ADJUSTMENTS,
    'erase debts': ERASE_DEBTS,
  },
};
