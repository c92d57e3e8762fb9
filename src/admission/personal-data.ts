import type { PersonalData } from '../platform/database/index.js';

const COUNTS = 'it counts requests of the last minutes or hours';

export const ADMISSION_DATA: PersonalData = {
  tables: {
    budgets: { kept: 'ids and numbers', notExported: COUNTS },
    attempt_windows: {
      kept: 'hashes of addresses and emails, until they expire in hours',
      notExported: COUNTS,
    },
  },
};
