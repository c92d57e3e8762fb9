import type { PersonalData } from '../platform/database/index.js';

export const AUDIT_DATA: PersonalData = {
  tables: {
    audit_events: {
      erased: ['erase audit trail', 'erase addresses of users'],
      kept: 'who did what when, by ids',
      exported: ['audit.json'],
    },
  },
};
