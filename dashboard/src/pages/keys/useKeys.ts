import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ask } from '../../api/client';
import type { components } from '../../api/schema';

export type KeyRecord = components['schemas']['KeyRecord'];
export type CreatedKey = components['schemas']['CreatedKeyBody'];
export type NewKey = components['schemas']['CreateKeyDto'];

const KEYS = ['keys'];

export function useKeys() {
  return useQuery({ queryKey: KEYS, queryFn: ({ signal }) => ask(api.GET('/api/keys', { signal })) });
}

/** What started a prediction, by name. A key that is not known (yet) is called by its id. */
export function useStarterName(): (keyId: string | null) => string {
  const keys = useKeys().data?.keys ?? [];
  return (keyId) =>
    keyId === null ? 'This dashboard' : (keys.find(({ id }) => id === keyId)?.name ?? keyId);
}

/** The answer holds the secret: it is given to the caller, and no cache keeps it. */
export function useCreateKey() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (key: NewKey) => ask(api.POST('/api/keys', { body: key })),
    onSuccess: refresh,
    gcTime: 0,
  });
}

export function useRenameKey(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) =>
      ask(api.PATCH('/api/keys/{id}', { params: { path: { id } }, body: { name } })),
    onSuccess: refresh,
  });
}

export function useRevokeKey(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => ask(api.DELETE('/api/keys/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

/** Home shows keys as well. */
function useRefresh() {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: ['overview'] });
    await client.invalidateQueries({ queryKey: KEYS });
  };
}
