/** `offprint installation adopt --secret --storage --database`: makes this process's secret, directory or database the installation's. */
import { InstallationCheck } from '../operations/installation/index.js';
import { CommandError, createCommand, FLAG, print } from './command.js';

export const installationAdopt = createCommand({
  usage: 'usage: offprint installation adopt [--secret] [--storage] [--database]',
  options: { secret: FLAG, storage: FLAG, database: FLAG },
  read(values) {
    if (!values.secret && !values.storage && !values.database)
      throw new CommandError('Say what to adopt: --secret, --storage or --database.');
    return async (app) => {
      const adopted = await app.get(InstallationCheck).adopt(values);
      if (adopted.length === 0) return print('nothing to adopt: the storage is not shared');
      return print(`adopted: ${adopted.join(', ')}`);
    };
  },
});
