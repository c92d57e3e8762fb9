/** `offprint users role --email E --role admin`: gives a user the role `user` or `admin`. */
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService, type Role, ROLES } from '../accounts/index.js';
import { COMMAND_SOURCE } from '../audit/index.js';
import { parsePublicId, publicId } from '../platform/http/index.js';
import { type Command, CommandError } from './command.js';

interface NewRole {
  email?: string;
  user?: string;
  role: Role;
}

/** Users of an outside identity provider are selected by `--user`: their email does not prove who they are. */
export const usersRole: Command = {
  usage: 'usage: offprint users role (--email <email> | --user <usr_…>) --role <user|admin>',
  read(argv) {
    const change = readArguments(argv);
    return async (app) => {
      await changeRole(app, change);
      return 0;
    };
  },
};

/** @param argv without node and the script. @throws {CommandError} with a message for the terminal. */
export async function setUserRole(app: INestApplicationContext, argv: string[]): Promise<void> {
  await changeRole(app, readArguments(argv));
}

async function changeRole(app: INestApplicationContext, { email, user, role }: NewRole): Promise<void> {
  const accounts = app.get(AccountsService, { strict: false });
  const userId =
    email === undefined ? parsePublicId('usr', user) : (await accounts.findUserByEmail(email))?.id;
  if (!userId || !(await accounts.setRole(userId, role, COMMAND_SOURCE)))
    throw new CommandError(`There is no user ${email ?? user}.`);
  process.stdout.write(`${email ?? publicId('usr', userId)} is now ${role}\n`);
}

function readArguments(argv: string[]): NewRole {
  const { values } = parseArgs({
    args: argv,
    options: { email: { type: 'string' }, user: { type: 'string' }, role: { type: 'string' } },
  });
  const role = ROLES.find((known) => known === values.role);
  if (!role) throw new CommandError(`--role must be one of ${ROLES.join(', ')}.`);
  if ((values.email === undefined) === (values.user === undefined))
    throw new CommandError('Name one person, by --email or by --user.');
  return { email: values.email?.trim().toLowerCase(), user: values.user, role };
}
