import type { PersonalData } from '../platform/database/index.js';
import { ERASE_INVITATIONS } from './personal-data.sql.js';

export const MEMBERS_DATA: PersonalData = {
  tables: {
    invitations: { erased: ['deletion', 'remove invitations'], exported: ['members.json'] },
  },
  steps: {
    'remove invitations': ERASE_INVITATIONS,
  },
};
