import type { PersonalData } from '../platform/database/index.js';

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
};
