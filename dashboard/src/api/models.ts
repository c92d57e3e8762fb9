import { useQuery } from '@tanstack/react-query';
import { api, ask } from './client';

/** What is on offer changes with the installation, not from minute to minute. */
const FRESH_MS = 5 * 60_000;

export function useModels() {
  return useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => ask(api.GET('/api/models', { signal })),
    staleTime: FRESH_MS,
  });
}
