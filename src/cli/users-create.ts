/** `offprint users create --email E [--role admin]`: creates an account and prints the link that sets its password. */
import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService, type Role, ROLES } from '../accounts/index.js';
import { AuditTrail, COMMAND_SOURCE } from '../audit/index.js';
import { hashPassword, OneTimeLinks } from '../auth/index.js';
import { Database } from '../platform/database/index.js';
import { isNewEmail, publicId } from '../platform/http/index.js';
import { CommandError, createCommand, TEXT } from './command.js';
import { emailOf } from './email-argument.js';
import { linkText } from './users-reset.js';

/** Works with REGISTRATION=closed: such an installation gets its first administrator this way. */
export const usersCreate = createCommand({
  usage: 'usage: offprint users create --email <email> [--role <user|admin>] [--create]',
  mayCreate: true,
  options: { email: TEXT, role: { ...TEXT, default: 'user' } },
  read(values) {
    const role = ROLES.find((known) => known === values.role);
    if (!role) throw new CommandError(`--role must be one of ${ROLES.join(', ')}.`);
    const email = emailOf(values.email);
    if (!isNewEmail(email)) throw new CommandError('--email must be of ASCII characters.');
    return (app) => createUser(app, email, role);
  },
});

async function createUser(app: INestApplicationContext, email: string, role: Role): Promise<number> {
  const accounts = app.get(AccountsService);
  const links = app.get(OneTimeLinks);
  // Until the link is used no password matches; checking one takes as long as for any other user.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const created = await app.get(Database).transaction(async (tx) => {
    const opened = await accounts.open(tx, { email, passwordHash, role });
    if (!opened) return null;
    const { userId, accountId } = opened;
    const change = { accountId, action: 'user.created', target: publicId('usr', userId), after: { role } };
    await app.get(AuditTrail).record(tx, { ...COMMAND_SOURCE, ...change });
    return { ...opened, link: await links.create(tx, userId, 'invitation', { isMailed: false }) };
  });
  if (!created)
    throw new CommandError(
      `There is a user ${email} already. For a new link: offprint users reset --email ${email}`,
    );
  const ids = `${publicId('usr', created.userId)}, ${publicId('acc', created.accountId)}`;
  process.stdout.write(`created ${email} (${ids}), role ${role}\n${linkText(created.link)}`);
  return 0;
}
