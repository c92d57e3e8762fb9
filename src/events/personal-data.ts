import type { PersonalData } from '../platform/database/index.js';

export const EVENTS_DATA: PersonalData = {
  tables: {
    events: {
      kept: 'ids, models and numbers, until the listeners have handled them',
      notExported: 'what an event announces is in the other files',
    },
  },
};
