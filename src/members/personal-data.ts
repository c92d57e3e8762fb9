import type { PersonalData } from '../platform/database/index.js';

export const MEMBERS_DATA: PersonalData = {
  tables: {
    invitations: { erased: ['deletion', 'remove invitations'], exported: ['members.json'] },
  },
};
