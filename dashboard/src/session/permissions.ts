/** What the roles of an account's members allow on the page. The service decides; the page hides what it would refuse. */
import type { Profile } from './session';
import { useProfile } from './useSession';

export type AccountRole = Profile['account']['role'];

const MAY = {
  /** The account's name, and its alert about a low balance. */
  settings: ['owner', 'admin', 'billing'],
  buy: ['owner', 'admin', 'billing'],
  payments: ['owner', 'billing'],
  /** Members and invitations. */
  manage: ['owner', 'admin'],
} as const satisfies Record<string, readonly AccountRole[]>;

/** Whether the signed-in user's role in the account allows something. */
export function useMay(permission: keyof typeof MAY): boolean {
  const { account } = useProfile();
  return (MAY[permission] as readonly AccountRole[]).includes(account.role);
}
