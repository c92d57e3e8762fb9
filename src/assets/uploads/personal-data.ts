import type { PersonalData } from '../../platform/database/index.js';

export const UPLOADS_DATA: PersonalData = {
  tables: {
    uploads: { erased: ['remove uploads'], exported: ['files.json'] },
  },
};
