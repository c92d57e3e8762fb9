import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client';
import type { components } from '../../api/schema';

export type KeyRecord = components['schemas']['KeyRecord'];
export type CreatedKey = components['schemas']['CreatedKeyBody'];
export type NewKey = components['schemas']['CreateKeyDto'];

const KEYS = ['keys'];

/** The first page has all active keys; the following ones have older revoked keys. */
export function useKeys() {
  return useInfiniteQuery({
    queryKey: KEYS,
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

/** The response holds the secret: only the caller receives it, and no cache keeps it. */
export function useCreateKey() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (key: NewKey) => unwrap(api.POST('/api/keys', { body: key })),
    onSuccess: refresh,
    gcTime: 0,
  });
}

export function useRenameKey(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) =>
      unwrap(api.PATCH('/api/keys/{id}', { params: { path: { id } }, body: { name } })),
    onSuccess: refresh,
  });
}

export function useRevokeKey(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/keys/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

/** Invalidates the key list and the overview, which shows keys too. */
function useRefresh() {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: ['overview'] });
    await client.invalidateQueries({ queryKey: KEYS });
  };
}
