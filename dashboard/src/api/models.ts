import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client';

/** The list of models changes only when the operator changes the installation. */
const STALE_AFTER_MS = 5 * 60_000;

export function useModels() {
  return useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/models', { signal })),
    staleTime: STALE_AFTER_MS,
  });
}
