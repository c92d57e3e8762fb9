import type { PersonalData } from '../platform/database/index.js';

export const CATALOGUE_DATA: PersonalData = {
  tables: {
    catalogue_versions: {
      kept: 'the id of the administrator who changed the catalogue',
      notExported: 'the catalogue is of the installation',
    },
  },
};
