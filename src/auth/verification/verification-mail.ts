import { createMail, type Mail, mailTime } from '../../platform/mail/index.js';
import type { OneTimeLink } from '../links/link-token.js';

export const VERIFICATION_SUBJECT = 'Verify your email address';

export function createVerificationMail(to: string, { url, expiresAt }: OneTimeLink): Mail {
  return createMail({
    to,
    subject: VERIFICATION_SUBJECT,
    paragraphs: [
      `An account was opened for ${to} at ${new URL(url).origin}.`,
      `Verify that this address is yours with this link. It works once, until ${mailTime(expiresAt)}.`,
    ],
    link: { label: 'Verify this address', url },
    end: 'If you did not open an account, ignore this mail: the address stays unverified.',
  });
}
