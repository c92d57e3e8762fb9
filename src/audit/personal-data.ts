import type { PersonalData } from '../platform/database/index.js';
import { ERASE_ADDRESSES, ERASE_EVENTS } from './personal-data.sql.js';

export const AUDIT_DATA: PersonalData = {
  tables: {
    audit_events: {
      erased: ['erase audit trail', 'erase addresses of users'],
      kept: 'who did what when, by ids',
      exported: ['audit.json'],
    },
  },
  steps: {
    'erase audit trail': ERASE_EVENTS,
    'erase addresses of users': ERASE_ADDRESSES,
  },
};
