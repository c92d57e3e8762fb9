/**
 * `offprint users reset --email E [--proves-address]`: prints a link with which a user sets a new password. The link proves no address
 * unless the operator says so, because it does not go through a mail.
 */
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService } from '../accounts/index.js';
import { AuditTrail, COMMAND_SOURCE } from '../audit/index.js';
import { type OneTimeLink, OneTimeLinks } from '../auth/index.js';
import { Database } from '../platform/database/index.js';
import { publicId } from '../platform/http/index.js';
import { CommandError, createCommand, FLAG, TEXT } from './command.js';
import { emailOf } from './email-argument.js';

export const usersReset = createCommand({
  usage: 'usage: offprint users reset --email <email> [--proves-address]',
  options: { email: TEXT, 'proves-address': FLAG },
  read({ email: given, 'proves-address': provesAddress }) {
    const email = emailOf(given);
    return (app) => printLink(app, email, provesAddress);
  },
});

/**
 * The current password and sessions stay valid until the link is used.
 * @param provesAddress the link counts as a mailed one: the operator knows that the person has the address.
 */
async function printLink(
  app: INestApplicationContext,
  email: string,
  provesAddress: boolean,
): Promise<number> {
  const user = await app.get(AccountsService).findUserByEmail(email);
  if (!user) throw new CommandError(`There is no user ${email}.`);
  const links = app.get(OneTimeLinks);
  const link = await app.get(Database).transaction(async (tx) => {
    const created = await links.create(tx, user.id, 'reset', { isMailed: provesAddress });
    const after = { purpose: 'reset', expiresAt: created.expiresAt };
    const change = { accountId: user.accountId, action: 'link.created', target: publicId('usr', user.id) };
    await app.get(AuditTrail).record(tx, { ...COMMAND_SOURCE, ...change, after });
    return created;
  });
  process.stdout.write(linkText(link));
  return 0;
}

export function linkText({ url, expiresAt }: OneTimeLink): string {
  return `This link sets the password, once, until ${expiresAt.toISOString()}. Give it to nobody else:\n${url}\n`;
}
