/** `npm run users:role -- --email E --role admin`: gives somebody who can sign in the role `user` or `admin`. */
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService, type Role, ROLES } from '../accounts/index.js';
import { parsePublicId, publicId } from '../http/index.js';

const USAGE = 'usage: npm run users:role -- (--email <email> | --user <usr_…>) --role <user|admin>';

/**
 * People of an outside identity provider are named by `--user`: their email is not proof of who they are.
 * @param argv without node and the script. @throws Error whose message is for the terminal.
 */
export async function setUserRole(app: INestApplicationContext, argv: string[]): Promise<void> {
  const { email, user, role } = readArguments(argv);
  const accounts = app.get(AccountsService, { strict: false });
  const userId =
    email === undefined ? parsePublicId('usr', user) : (await accounts.findUserByEmail(email))?.id;
  if (!userId || !(await accounts.setRole(userId, role)))
    throw new Error(`There is no user ${email ?? user}.`);
  process.stdout.write(`${email ?? publicId('usr', userId)} is now ${role}\n`);
}

function readArguments(argv: string[]): { email?: string; user?: string; role: Role } {
  const { values } = parseArgs({
    args: argv,
    options: { email: { type: 'string' }, user: { type: 'string' }, role: { type: 'string' } },
  });
  const role = ROLES.find((known) => known === values.role);
  if (!role || (values.email === undefined) === (values.user === undefined)) throw new Error(USAGE);
  return { email: values.email?.trim().toLowerCase(), user: values.user, role };
}
