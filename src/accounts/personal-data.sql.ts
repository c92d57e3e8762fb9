/** The statements that erase a deleted account, its name and its people. Each reads and writes a bounded number of rows and may run again. */
import { CLOSED_USERS, removeRows, statement } from '../platform/database/index.js';

export const ERASE_NAME = statement('accounts.erase-name', removeRows('account_names', 'account_id'));

export const ERASE_EXTERNAL_ID = statement(
  'accounts.erase-external-id',
  removeRows('account_references', 'account_id'),
);

export const ERASE_CREATION = statement(
  'accounts.erase-creation',
  removeRows('account_creations', 'reference'),
);

export const ERASE_SUSPENSION = statement(
  'accounts.erase-suspension',
  removeRows('suspended_accounts', 'account_id'),
);

/** In the last pass, because another step finds events by them. A verification of the ledger keeps the id of who requested it. */
export const ERASE_USERS = statement(
  'accounts.erase-users',
  removeRows(
    'users',
    'id',
    `id in ${CLOSED_USERS} and exists (select from account_deletions where account_id = $account and pass = 2)
      and not exists (select from ledger_verifications v where v.requested_by = users.id)`,
  ),
);
