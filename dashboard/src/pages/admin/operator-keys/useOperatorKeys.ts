import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client';
import type { components } from '../../../api/schema';
import { SECRETS } from '../../keys/useKeys';

export type OperatorKey = components['schemas']['OperatorKeyRecord'];
export type CreatedOperatorKey = components['schemas']['CreatedOperatorKeyBody'];
type NewOperatorKey = components['schemas']['CreateOperatorKeyDto'];

const OPERATOR_KEYS = ['admin', 'operator-keys'];
const PAGE_ITEMS = 50;

export function useOperatorKeys() {
  return useInfiniteQuery({
    queryKey: OPERATOR_KEYS,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/api/admin/operator-keys', {
          params: { query: { limit: PAGE_ITEMS, ...pageParam } },
          signal,
        }),
      ),
    initialPageParam: {},
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? null : { cursor: nextCursor }),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

/** The response holds the secret: only the caller receives it, and no cache keeps it. */
export function useCreateOperatorKey() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: SECRETS,
    mutationFn: (key: NewOperatorKey) => unwrap(api.POST('/api/admin/operator-keys', { body: key })),
    onSuccess: () => void client.invalidateQueries({ queryKey: OPERATOR_KEYS }),
    gcTime: 0,
  });
}

export function useRevokeOperatorKey(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/admin/operator-keys/{id}', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: OPERATOR_KEYS }),
  });
}
