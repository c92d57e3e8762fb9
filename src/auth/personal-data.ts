import type { PersonalData } from '../platform/database/index.js';
import {
  ERASE_LINKS,
  ERASE_REFRESH_TOKENS,
  ERASE_SESSIONS,
  ERASE_VERIFICATION_LINKS,
} from './personal-data.sql.js';

const SECRET = 'it has the hash of a secret, and expires';

export const AUTH_DATA: PersonalData = {
  tables: {
    sign_in_families: {
      erased: ['deletion', 'remove sessions'],
      notExported: 'a session is of its user, who may be in several accounts and lists the own ones',
    },
    refresh_tokens: { erased: ['remove refresh tokens'], notExported: SECRET },
    one_time_links: { erased: ['remove links'], notExported: SECRET },
    verification_links: { erased: ['remove verification links'], notExported: SECRET },
  },
  steps: {
    'remove refresh tokens': ERASE_REFRESH_TOKENS,
    'remove sessions': ERASE_SESSIONS,
    'remove links': ERASE_LINKS,
    'remove verification links': ERASE_VERIFICATION_LINKS,
  },
};
