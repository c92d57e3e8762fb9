/** `offprint installation adopt --secret --storage --database`: makes this process's secret, directory or database the installation's. */
import { parseArgs } from 'node:util';
import { InstallationCheck } from '../operations/installation/index.js';
import { type Command, CommandError } from './command.js';

const FLAG = { type: 'boolean', default: false } as const;

export const installationAdopt: Command = {
  usage: 'usage: offprint installation adopt [--secret] [--storage] [--database]',
  read(argv) {
    const { values } = parseArgs({
      args: argv,
      options: { secret: FLAG, storage: FLAG, database: FLAG },
    });
    if (!values.secret && !values.storage && !values.database)
      throw new CommandError('Say what to adopt: --secret, --storage or --database.');
    return async (app) => {
      const adopted = await app.get(InstallationCheck, { strict: false }).adopt(values);
      const message =
        adopted.length > 0 ? `adopted: ${adopted.join(', ')}` : 'nothing to adopt: the storage is not shared';
      process.stdout.write(`${message}\n`);
      return 0;
    };
  },
};
