/** The statement that erases the invitations of a deleted account, which reads and writes a bounded number of rows. */
import { removeRows, statement } from '../platform/database/index.js';

export const ERASE_INVITATIONS = statement('members.erase-invitations', removeRows('invitations', 'id'));
