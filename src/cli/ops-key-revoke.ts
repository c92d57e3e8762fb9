/** `offprint ops-key revoke --id opk_…`: revokes an operator key. */
import { COMMAND_SOURCE } from '../audit/index.js';
import { OperatorKeys } from '../keys/index.js';
import { parsePublicId } from '../platform/http/index.js';
import { CommandError, createCommand, print, TEXT } from './command.js';

export const opsKeyRevoke = createCommand({
  usage: 'usage: offprint ops-key revoke --id <opk_…>',
  options: { id: TEXT },
  read({ id = '' }) {
    if (parsePublicId('opk', id) === null) throw new CommandError('--id must be the id of an operator key.');
    return async (app) => {
      const { name } = await app.get(OperatorKeys).revoke(id, COMMAND_SOURCE);
      return print(`revoked ${id} (${name}): requests with it return 401 from now on`);
    };
  },
});
