import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import type { components } from '../../api/schema';
import { leaveDeletedAccount } from '../../session/session';
import type { Deletion } from './DeleteAccountModal';

export type SessionRecord = components['schemas']['SessionRecord'];
type NewPassword = components['schemas']['ChangePasswordDto'];

const SESSIONS = ['sessions'];

export function useSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => unwrap(api.GET('/api/auth/sessions', { signal })),
  });
}

/** Changes the password. The service also ends all other sessions. */
export function useChangePassword() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewPassword) => unwrap(api.POST('/api/auth/password', { body })),
    onSuccess: refresh,
    gcTime: 0,
  });
}

export function useEndOtherSessions() {
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => unwrap(api.DELETE('/api/auth/sessions')), onSuccess: refresh });
}

export function useEndSession(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

/** Deletes the account that the session is in. The session ends with it. */
export function useDeleteOwnAccount() {
  return useMutation({
    mutationFn: (body: Deletion) => unwrap(api.DELETE('/api/account', { body })),
    onSuccess: leaveDeletedAccount,
    gcTime: 0,
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: SESSIONS });
}
