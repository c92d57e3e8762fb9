import type { PersonalData } from '../platform/database/index.js';
import { ERASE_CHECKOUTS, ERASE_PAYMENTS } from './personal-data.sql.js';

const BOOKS = 'amounts and times, and ids of the payment service: the books need them';

export const BILLING_DATA: PersonalData = {
  tables: {
    checkouts: {
      erased: ['erase checkouts'],
      kept: BOOKS,
      notExported: 'an order that was paid is in payments.json',
    },
    payments: { erased: ['erase payments'], kept: BOOKS, exported: ['payments.json'] },
    payment_events: { kept: BOOKS, notExported: 'payments.json has what they add up to' },
    subscriptions: { kept: BOOKS, notExported: 'payments.json has each month that was paid' },
    subscription_events: { kept: BOOKS, notExported: 'payments.json has each month that was paid' },
    plan_months: { kept: 'a plan, a month and an amount', notExported: 'ledger.json has what was granted' },
  },
  steps: {
    'erase checkouts': ERASE_CHECKOUTS,
    'erase payments': ERASE_PAYMENTS,
  },
};
