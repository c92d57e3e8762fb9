/** The statements that erase the keys of a deleted account (`PersonalData`). */
import { changeRows, removeRows, statement } from '../platform/database/index.js';

export const ERASE_LIMITS = statement('keys.erase-limits', removeRows('account_limits', 'account_id'));

export const ERASE_KEYS = statement(
  'keys.erase-keys',
  changeRows(
    'api_keys',
    `name = 'Deleted key', metadata = '{}', allowed_ips = null, allowed_models = null, last_four = '----',
    secret_hash = sha256(convert_to('erased:' || t.id, 'UTF8')), revoked_at = coalesce(t.revoked_at, clock_timestamp()),
    disabled_at = null, place = null`,
    `t.last_four <> '----'`,
  ),
);
