/** What the roles of an account's members allow on the page. The service decides; the page hides what it would refuse. */
import type { Profile } from './session';
import { useProfile } from './useSession';

export type AccountRole = Profile['account']['role'];

const MAY = {
  generate: ['owner', 'admin', 'developer'],
  /** API keys: creating, changing, rotating, revoking. */
  keys: ['owner', 'admin', 'developer'],
  /** The account's name, and its alert about a low balance. */
  settings: ['owner', 'admin', 'billing'],
  buy: ['owner', 'admin', 'billing'],
  payments: ['owner', 'billing'],
  /** Deleting the account and exporting all of it. */
  own: ['owner'],
  /** Members and invitations, and the audit log. */
  manage: ['owner', 'admin'],
} as const satisfies Record<string, readonly AccountRole[]>;

export type Permission = keyof typeof MAY;

/** Whether a role in an account allows something. */
export const roleMay = (role: AccountRole, permission: Permission): boolean =>
  (MAY[permission] as readonly AccountRole[]).includes(role);

/** Whether the signed-in user's role in the account allows something. */
export const useMay = (permission: Permission): boolean => roleMay(useProfile().account.role, permission);
