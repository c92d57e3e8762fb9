import type { PersonalData } from '../platform/database/index.js';
import { ERASE_IDEMPOTENCY_KEYS } from './personal-data.sql.js';

export const PREDICTIONS_DATA: PersonalData = {
  tables: {
    predictions: {
      erased: ['cancel predictions', 'erase predictions'],
      kept: 'id, model, cost, state and times: the ledger names it',
      exported: ['predictions.json', 'end-users.json', 'files.json'],
    },
    inline_inputs: {
      erased: ['erase predictions'],
      notExported: 'the file is removed when its prediction ends, and an archive contains no files',
    },
    idempotency_keys: { erased: ['remove idempotency keys'], notExported: 'a key is kept for a day' },
    removed_predictions: {
      kept: 'ids, model, cost, state and time: the ledger verifies by them',
      notExported: 'ledger.json has the charge, and nothing else is left',
    },
  },
  steps: {
    'remove idempotency keys': ERASE_IDEMPOTENCY_KEYS,
  },
};
