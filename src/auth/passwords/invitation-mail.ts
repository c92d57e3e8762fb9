import { createMail, type Mail, mailTime } from '../../platform/mail/index.js';
import type { OneTimeLink } from '../links/link-token.js';

export const INVITATION_SUBJECT = 'Your account';

/** The link sets the first password of a user whom an operator created. */
export function createInvitationMail(to: string, { url, expiresAt }: OneTimeLink): Mail {
  return createMail({
    to,
    subject: INVITATION_SUBJECT,
    paragraphs: [
      `An account was opened for ${to} at ${new URL(url).origin}.`,
      `Set your password with this link. It works once, until ${mailTime(expiresAt)}.`,
    ],
    link: { label: 'Set your password', url },
    end: 'If you do not expect it, ignore this mail: a sign-in with your address needs the link.',
  });
}
