import { ACCOUNTS_DATA } from '../accounts/index.js';
import { ADMISSION_DATA } from '../admission/index.js';
import { UPLOADS_DATA } from '../assets/index.js';
import { AUDIT_DATA } from '../audit/index.js';
import { AUTH_DATA } from '../auth/index.js';
import { BILLING_DATA } from '../billing/index.js';
import { CATALOGUE_DATA } from '../catalogue/index.js';
import { CREDITS_DATA } from '../credits/index.js';
import { EVENTS_DATA } from '../events/index.js';
import { PREDICTIONS_DATA } from '../generation/index.js';
import { KEYS_DATA } from '../keys/index.js';
import { MEMBERS_DATA } from '../members/index.js';
import type { PersonalData } from '../platform/database/index.js';

const ACCOUNT_DATA: PersonalData = {
  tables: {
    account_deletions: {
      kept: 'that the account was deleted, and when',
      notExported: 'an account with a row can no longer be used',
    },
    account_exports: {
      kept: 'the time of an export, by id: a lease that the next export replaces',
      notExported: 'audit.json has the exports',
    },
  },
};

/** What each folder does with the personal data of an account. A test fails for a table with an account's id that none of them claims. */
export const PERSONAL_DATA: readonly PersonalData[] = [
  ACCOUNT_DATA,
  ACCOUNTS_DATA,
  ADMISSION_DATA,
  AUDIT_DATA,
  AUTH_DATA,
  BILLING_DATA,
  CATALOGUE_DATA,
  CREDITS_DATA,
  EVENTS_DATA,
  KEYS_DATA,
  MEMBERS_DATA,
  PREDICTIONS_DATA,
  UPLOADS_DATA,
];

/** The steps of an erasure in their order. Another release may have begun one: no name changes its place, and a new one is added. */
export const STEPS: readonly string[] = [
  'cancel predictions',
  // Refunds of the step above too.
  'write off credits',
  'erase predictions',
  'remove uploads',
  'remove idempotency keys',
  'remove end users',
  'remove alert',
  'remove name',
  'remove external id',
  'remove creation',
  'remove suspension',
  'remove limits',
  'remove invitations',
  'erase keys',
  'erase grants',
  'erase adjustments',
  'erase debts',
  'erase checkouts',
  'erase payments',
  'erase audit trail',
  'erase addresses of users',
  'remove refresh tokens',
  'remove sessions',
  'remove links',
  'remove verification links',
  // Last, because a step above finds events by them.
  'remove users',
];
