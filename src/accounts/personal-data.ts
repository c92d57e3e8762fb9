import type { PersonalData } from '../platform/database/index.js';
import {
  ERASE_CREATION,
  ERASE_EXTERNAL_ID,
  ERASE_NAME,
  ERASE_SUSPENSION,
  ERASE_USERS,
} from './personal-data.sql.js';

export const ACCOUNTS_DATA: PersonalData = {
  tables: {
    accounts: { kept: 'its id, plan and time: the ledger names it', exported: ['account.json'] },
    users: {
      erased: ['deletion', 'remove users'],
      kept: 'an empty row that ledger_verifications names',
      exported: ['members.json'],
    },
    memberships: { erased: ['deletion'], exported: ['members.json'] },
    account_names: { erased: ['remove name'], exported: ['account.json'] },
    account_references: {
      erased: ['remove external id'],
      notExported: 'the operator gave the account this id, for its own systems',
    },
    account_creations: {
      erased: ['remove creation'],
      notExported: 'the operator sent this Idempotency-Key when it opened the account',
    },
    suspended_accounts: { erased: ['remove suspension'], exported: ['account.json'] },
  },
  steps: {
    'remove name': ERASE_NAME,
    'remove external id': ERASE_EXTERNAL_ID,
    'remove creation': ERASE_CREATION,
    'remove suspension': ERASE_SUSPENSION,
    'remove users': ERASE_USERS,
  },
};
