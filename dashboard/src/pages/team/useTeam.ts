import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import type { components } from '../../api/schema';
import type { AccountRole } from '../../session/permissions';

export type Member = components['schemas']['MemberRecord'];
export type Invitation = components['schemas']['InvitationRecord'];
export type NewInvitation = components['schemas']['InviteDto'];

const TEAM = ['team'];

export const ROLES: Record<AccountRole, string> = {
  owner: 'Owner: everything',
  admin: 'Admin: everything but owners, admins and payments',
  developer: 'Developer: generates, manages API keys',
  viewer: 'Viewer: reads',
  billing: 'Billing: reads, buys, sees payments',
};

/** Returns the roles that a member may give, and whose members he may change. */
export function rolesUnder(role: AccountRole): AccountRole[] {
  if (role === 'owner') return ['owner', 'admin', 'developer', 'viewer', 'billing'];
  return role === 'admin' ? ['developer', 'viewer', 'billing'] : [];
}

export function useTeam() {
  return useQuery({
    queryKey: TEAM,
    queryFn: ({ signal }) => unwrap(api.GET('/api/account/members', { signal })),
  });
}

export function useInvite() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewInvitation) => unwrap(api.POST('/api/account/invitations', { body })),
    onSuccess: refresh,
  });
}

export function useWithdraw() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE('/api/account/invitations/{id}', { params: { path: { id } } })),
    onSettled: refresh,
  });
}

export function useSetRole() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: AccountRole }) =>
      unwrap(api.PATCH('/api/account/members/{userId}', { params: { path: { userId } }, body: { role } })),
    onSettled: refresh,
  });
}

export function useRemoveMember() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (userId: string) =>
      unwrap(api.DELETE('/api/account/members/{userId}', { params: { path: { userId } } })),
    onSuccess: refresh,
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: TEAM });
}
