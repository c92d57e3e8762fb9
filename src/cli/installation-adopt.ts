/**
 * `offprint installation adopt --secret --storage`: makes this process's secret or directory the installation's.
 */
import { parseArgs } from 'node:util';
import { InstallationCheck } from '../installation/index.js';
import { type Command, CommandError } from './command.js';

export const installationAdopt: Command = {
  usage: 'usage: offprint installation adopt [--secret] [--storage]',
  read(argv) {
    const { values } = parseArgs({
      args: argv,
      options: { secret: { type: 'boolean', default: false }, storage: { type: 'boolean', default: false } },
    });
    if (!values.secret && !values.storage)
      throw new CommandError('Say what to adopt: --secret, --storage or both.');
    return async (app) => {
      const adopted = await app.get(InstallationCheck, { strict: false }).adopt(values);
      const message =
        adopted.length > 0 ? `adopted: ${adopted.join(', ')}` : 'nothing to adopt: the storage is not shared';
      process.stdout.write(`${message}\n`);
      return 0;
    };
  },
};
