import { createMail, type Mail, mailTime } from '../../platform/mail/index.js';
import type { OneTimeLink } from '../links/link-token.js';

export const RESET_SUBJECT = 'Set a new password';

const FIRST_PROOF =
  'This address was never verified here, so anyone may have opened the account. The new password ends everything that was made in it before: API keys, other members, invitations, limits, uploads and open orders. Credits and payments stay.';

/** @param isFirstProof the address has never been proved before. */
export function createResetMail(
  to: string,
  { url, expiresAt }: OneTimeLink,
  { isFirstProof }: { isFirstProof: boolean },
): Mail {
  return createMail({
    to,
    subject: RESET_SUBJECT,
    paragraphs: [
      `A new password was requested for ${to} at ${new URL(url).origin}.`,
      `Set it with this link. It works once, until ${mailTime(expiresAt)}.`,
      ...(isFirstProof ? [FIRST_PROOF] : []),
    ],
    link: { label: 'Set a new password', url },
    end: 'If you did not request it, ignore this mail: your password stays as it is.',
  });
}
