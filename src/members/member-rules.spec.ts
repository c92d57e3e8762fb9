import type { Member } from '../accounts/index.js';
import type { AccountRole } from '../platform/http/index.js';
import { requireAnotherOwner, requireRank } from './member-rules.js';

const member = (role: AccountRole, user_id = `a ${role}`): Member => ({
  ...{ user_id, role },
  ...{ email: null, since: new Date(0) },
});
const ROLES: readonly AccountRole[] = ['owner', 'admin', 'developer', 'viewer', 'billing'];
const changedBy = (actor: AccountRole) =>
  ROLES.filter((role) => {
    try {
      requireRank(member(actor), role);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'forbidden' });
      return false;
    }
  });

it.each<[AccountRole, readonly AccountRole[]]>([
  ['owner', ROLES],
  ['admin', ['developer', 'viewer', 'billing']],
  ['developer', []],
  ['viewer', []],
  ['billing', []],
])('%s changes members and invitations of %j', (actor, roles) => {
  expect(changedBy(actor)).toEqual(roles);
});

it('one who was removed meanwhile changes nobody, and each of several roles counts', () => {
  expect(() => requireRank(undefined)).toThrow(expect.objectContaining({ code: 'forbidden' }) as Error);
  expect(() => requireRank(undefined, 'viewer')).toThrow(
    expect.objectContaining({ code: 'forbidden' }) as Error,
  );
  expect(() => requireRank(member('admin'), 'viewer', 'owner')).toThrow(/Only an owner manages owners/);
  requireRank(member('admin'), 'viewer', 'billing');
});

it('the last owner stays; another owner, and every other role, may go', () => {
  const [one, two, admin] = [member('owner', 'one'), member('owner', 'two'), member('admin')];
  const lastOwner = expect.objectContaining({ code: 'last_owner' }) as Error;
  expect(() => requireAnotherOwner([one], one)).toThrow(lastOwner);
  expect(() => requireAnotherOwner([one, admin], one)).toThrow(lastOwner);
  requireAnotherOwner([one, two], one);
  requireAnotherOwner([one, admin], admin);
});
