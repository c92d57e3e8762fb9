/** `offprint ops-key revoke --id opk_…`: revokes an operator key. */
import { parseArgs } from 'node:util';
import { COMMAND_SOURCE } from '../audit/index.js';
import { OperatorKeys } from '../keys/index.js';
import { parsePublicId } from '../platform/http/index.js';
import { type Command, CommandError } from './command.js';

export const opsKeyRevoke: Command = {
  usage: 'usage: offprint ops-key revoke --id <opk_…>',
  read(argv) {
    const { values } = parseArgs({ args: argv, options: { id: { type: 'string' } } });
    const { id = '' } = values;
    if (parsePublicId('opk', id) === null) throw new CommandError('--id must be the id of an operator key.');
    return async (app) => {
      const { name } = await app.get(OperatorKeys, { strict: false }).revoke(id, COMMAND_SOURCE);
      process.stdout.write(`revoked ${id} (${name}): requests with it return 401 from now on\n`);
      return 0;
    };
  },
};
