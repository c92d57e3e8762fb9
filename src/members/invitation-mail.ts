import type { OneTimeLink } from '../auth/index.js';
import type { AccountRole } from '../platform/http/index.js';
import { createMail, type Mail, mailTime } from '../platform/mail/index.js';

export const INVITATION_SUBJECT = 'You are invited to an account';

/** Lacks the name of the account, which is any text. */
export interface InvitationText {
  to: string;
  role: AccountRole;
  /** Null for a user of an outside provider that reported no email. */
  invitedBy: string | null;
}

export function createInvitationMail(
  { to, role, invitedBy }: InvitationText,
  { url, expiresAt }: OneTimeLink,
): Mail {
  return createMail({
    to,
    subject: INVITATION_SUBJECT,
    paragraphs: [
      `${invitedBy ?? 'A member'} invites you to an account at ${new URL(url).origin}, with the role ${role}.`,
      `Accept with this link. It works once, until ${mailTime(expiresAt)}, and only for ${to}.`,
    ],
    link: { label: 'See the invitation', url },
    end: 'If you do not know who invites you, ignore this mail: nothing happens.',
  });
}
