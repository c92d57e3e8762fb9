import { useInfiniteQuery, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import type { components } from '../../api/schema';

export type KeyRecord = components['schemas']['KeyRecord'];
export type CreatedKey = components['schemas']['CreatedKeyBody'];
export type NewKey = components['schemas']['CreateKeyDto'];
export type KeyChanges = components['schemas']['UpdateKeyDto'];

const KEYS = ['keys'];
/** Requests whose response holds a secret. */
export const SECRETS = ['key-secrets'];

/**
 * The first page has all keys that are not ended; the following ones have older ended keys.
 * @param refetchMs interval of updates, for a page that shows what a key spends.
 */
export function useKeys(refetchMs?: number) {
  return useInfiniteQuery({
    queryKey: KEYS,
    refetchInterval: refetchMs ?? false,
    queryFn: ({ pageParam, signal }) =>
      unwrap(api.GET('/api/keys', { params: { query: pageParam ? { cursor: pageParam } : {} }, signal })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => ({ keys: pages.flatMap(({ keys }) => keys), maxActive: pages[0]!.maxActive }),
  });
}

/** Returns the name of the key that started a prediction, or its id while the key is unknown. */
export function useStarterName(): (keyId: string | null) => string {
  const keys = useKeys().data?.keys ?? [];
  return (keyId) =>
    keyId === null ? 'This dashboard' : (keys.find(({ id }) => id === keyId)?.name ?? keyId);
}

/**
 * The response holds the secret: only the caller receives it, before the list is refreshed, and no cache keeps it.
 * @param accountId for administrators: creates the key for this account.
 */
export function useCreateKey(accountId?: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationKey: SECRETS,
    mutationFn: (key: NewKey) =>
      accountId === undefined
        ? unwrap(api.POST('/api/keys', { body: key }))
        : unwrap(
            api.POST('/api/admin/accounts/{id}/keys', { params: { path: { id: accountId } }, body: key }),
          ),
    onSuccess: () => void refresh(),
    gcTime: 0,
  });
}

export function useUpdateKey(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (changes: KeyChanges) =>
      unwrap(api.PATCH('/api/keys/{id}', { params: { path: { id } }, body: changes })),
    onSuccess: refresh,
  });
}

/** Like a creation, the response holds the secret. */
export function useRotateKey(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationKey: SECRETS,
    mutationFn: (graceSeconds: number) =>
      unwrap(api.POST('/api/keys/{id}/rotate', { params: { path: { id } }, body: { graceSeconds } })),
    onSuccess: () => void refresh(),
    gcTime: 0,
  });
}

/** Whether a secret is on its way, which a closed dialog could not show. */
export const useIsSecretAwaited = () => useIsMutating({ mutationKey: SECRETS }) > 0;

export function useRevokeKey(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/keys/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

/** Invalidates the key list, and the overview and an account's page for administrators, which show keys too. */
function useRefresh() {
  const client = useQueryClient();
  return async () => {
    for (const shown of ['overview', 'admin']) void client.invalidateQueries({ queryKey: [shown] });
    await client.invalidateQueries({ queryKey: KEYS });
  };
}
