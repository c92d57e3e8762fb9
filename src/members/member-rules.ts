import type { Member } from '../accounts/index.js';
import { AppError } from '../platform/errors/index.js';
import { type AccountRole, isAllowed } from '../platform/http/index.js';

/** The roles that an admin gives and takes away. */
const BELOW_ADMIN: readonly AccountRole[] = ['developer', 'viewer', 'billing'];

/**
 * An owner may change all roles, an admin those below.
 * @param actor as locked; undefined for one who was removed meanwhile. @throws 403.
 */
export function requireRank(actor: Member | undefined, ...roles: AccountRole[]): void {
  if (actor === undefined || !isAllowed(actor.role, 'manage')) throw new AppError('forbidden');
  if (actor.role === 'owner' || roles.every((role) => BELOW_ADMIN.includes(role))) return;
  throw new AppError('forbidden', {
    message: 'An admin manages developers, viewers and billing. Only an owner manages owners and admins.',
  });
}

/** @throws 409 when the member is the only owner. @param members all of the account, locked. */
export function requireAnotherOwner(members: readonly Member[], member: Member): void {
  if (member.role !== 'owner') return;
  if (members.some(({ role, user_id: id }) => role === 'owner' && id !== member.user_id)) return;
  throw new AppError('last_owner');
}
