/** The statements that erase the invitations of a deleted account: in its deletion, and those that were sent meanwhile. */
import { removeRows, sql, statement } from '../platform/database/index.js';

export const ERASE_INVITATIONS = statement('members.erase-invitations', removeRows('invitations', 'id'));

export const REMOVE_INVITATIONS = statement('members.remove-all-invitations', {
  parameters: { account: sql.uuid },
  text: 'delete from invitations where account_id = $account',
});
