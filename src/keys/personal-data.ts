import type { PersonalData } from '../platform/database/index.js';
import { ERASE_KEYS, ERASE_LIMITS } from './personal-data.sql.js';

export const KEYS_DATA: PersonalData = {
  tables: {
    api_keys: {
      erased: ['deletion', 'erase keys'],
      kept: 'id, scopes, limits and times: predictions name it',
      exported: ['keys.json'],
    },
    account_limits: { erased: ['remove limits'], exported: ['account.json'] },
    operator_keys: {
      kept: 'a key is of the installation; of the administrator who created it, it has the id',
      notExported: 'it belongs to no account',
    },
  },
  steps: {
    'remove limits': ERASE_LIMITS,
    'erase keys': ERASE_KEYS,
  },
};
