/** `offprint invitations link --email E`: prints links with which a person accepts invitations, for a service without mail. */
import type { INestApplicationContext } from '@nestjs/common';
import { AuditTrail, COMMAND_SOURCE } from '../audit/index.js';
import { InvitationLinks } from '../members/index.js';
import { Database } from '../platform/database/index.js';
import { parsePublicId, publicId } from '../platform/http/index.js';
import { CommandError, createCommand, TEXT } from './command.js';
import { emailOf } from './email-argument.js';

export const invitationsLink = createCommand({
  usage: 'usage: offprint invitations link --email <email> [--account <acc_…>]',
  options: { email: TEXT, account: TEXT },
  read(values) {
    const email = emailOf(values.email);
    const accountId = parsePublicId('acc', values.account);
    if (values.account !== undefined && accountId === null)
      throw new CommandError('--account must be the id of an account: acc_…');
    return (app) => printLinks(app, email, accountId);
  },
});

/** Links of before stop working. */
async function printLinks(
  app: INestApplicationContext,
  email: string,
  accountId: string | null,
): Promise<number> {
  const links = app.get(InvitationLinks);
  const lines = await app.get(Database).transaction(async (tx) => {
    const printed: string[] = [];
    for (const { id, account_id: account, role } of await links.find(tx, email, accountId)) {
      const link = await links.create(tx, id, { isMailed: false });
      if (!link) continue;
      const change = { accountId: account, action: 'link.created', target: publicId('inv', id) };
      const after = { purpose: 'membership', expiresAt: link.expiresAt };
      await app.get(AuditTrail).record(tx, { ...COMMAND_SOURCE, ...change, after });
      printed.push(
        `This link makes ${email} a member of ${publicId('acc', account)} (${role}), once, until ${link.expiresAt.toISOString()}. Give it to nobody else:\n${link.url}\n`,
      );
    }
    return printed;
  });
  if (lines.length === 0) throw new CommandError(`There is no open invitation of ${email}.`);
  process.stdout.write(lines.join(''));
  return 0;
}
