import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client';
import type { components } from '../../../api/schema';

export type System = components['schemas']['SystemBody'];
export type PartName = System['problems'][number]['part'];
export type Read<P extends PartName> = NonNullable<System[P]>;

/** Only while the tab is visible. */
export const UPDATE_MS = 5000;

export function useSystem() {
  return useQuery({
    queryKey: ['admin', 'system'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/system', { signal })),
    refetchInterval: UPDATE_MS,
  });
}
