/** The statements that erase the sign-ins of people who belonged to a deleted account alone (`PersonalData`). */
import { CLOSED_USERS, removeRows, statement } from '../platform/database/index.js';

const THEIRS = `user_id in ${CLOSED_USERS}`;

export const ERASE_REFRESH_TOKENS = statement(
  'auth.erase-refresh-tokens',
  removeRows(
    'refresh_tokens',
    'hash',
    `family_id in (select id from sign_in_families where user_id in ${CLOSED_USERS})`,
  ),
);

export const ERASE_SESSIONS = statement('auth.erase-sessions', removeRows('sign_in_families', 'id', THEIRS));

export const ERASE_LINKS = statement('auth.erase-links', removeRows('one_time_links', 'hash', THEIRS));

export const ERASE_VERIFICATION_LINKS = statement(
  'auth.erase-verification-links',
  removeRows('verification_links', 'user_id', THEIRS),
);
