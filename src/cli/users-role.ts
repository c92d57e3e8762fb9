/** `offprint users role --email E --role admin`: gives a user the role `user` or `admin`. */
import { AccountsService, ROLES } from '../accounts/index.js';
import { COMMAND_SOURCE } from '../audit/index.js';
import { parsePublicId, publicId } from '../platform/http/index.js';
import { CommandError, createCommand, print, TEXT } from './command.js';

/** Users of an outside identity provider are selected by `--user`: their email does not prove who they are. */
export const usersRole = createCommand({
  usage: 'usage: offprint users role (--email <email> | --user <usr_…>) --role <user|admin>',
  options: { email: TEXT, user: TEXT, role: TEXT },
  read(values) {
    const role = ROLES.find((known) => known === values.role);
    if (!role) throw new CommandError(`--role must be one of ${ROLES.join(', ')}.`);
    const { user } = values;
    if ((values.email === undefined) === (user === undefined))
      throw new CommandError('Name one person, by --email or by --user.');
    const email = values.email?.trim().toLowerCase();
    return async (app) => {
      const accounts = app.get(AccountsService);
      const userId =
        email === undefined ? parsePublicId('usr', user) : (await accounts.findUserByEmail(email))?.id;
      if (!userId || !(await accounts.setRole(userId, role, COMMAND_SOURCE)))
        throw new CommandError(`There is no user ${email ?? user}.`);
      return print(`${email ?? publicId('usr', userId)} is now ${role}`);
    };
  },
});
