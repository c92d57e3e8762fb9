import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import type { components } from '../../api/schema';

export type AccountSettings = components['schemas']['AccountSettingsBody'];

const ACCOUNT = ['account'];

/** Queries the account's name, limits, alert and suspension. */
export function useAccountSettings() {
  return useQuery({
    queryKey: ACCOUNT,
    queryFn: ({ signal }) => unwrap(api.GET('/api/account', { signal })),
  });
}

export function useUpdateAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: components['schemas']['UpdateOwnAccountDto']) =>
      unwrap(api.PATCH('/api/account', { body: changes })),
    onSuccess: (account) => {
      client.setQueryData(ACCOUNT, account);
      void client.invalidateQueries({ queryKey: ['wallet'] });
    },
  });
}
