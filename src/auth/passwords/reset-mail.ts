import { createMail, type Mail, mailTime } from '../../mail/index.js';
import type { OneTimeLink } from '../links/link-token.js';

export const RESET_SUBJECT = 'Set a new password';

/** Creates the mail with a link that sets a new password. */
export function createResetMail(to: string, { url, expiresAt }: OneTimeLink): Mail {
  return createMail({
    to,
    subject: RESET_SUBJECT,
    paragraphs: [
      `A new password was requested for ${to} at ${new URL(url).origin}.`,
      `Set it with this link. It works once, until ${mailTime(expiresAt)}.`,
    ],
    link: { label: 'Set a new password', url },
    end: 'If you did not request it, ignore this mail: your password stays as it is.',
  });
}
