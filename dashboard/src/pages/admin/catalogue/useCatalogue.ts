import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client';
import type { components } from '../../../api/schema';
import { type Entry, type Fields, type Kind, modelEntry, packEntry, planEntry } from './entries';

type Schemas = components['schemas'];
export type CatalogueVersion = Schemas['CatalogueVersion'];

/** A model, a plan or a pack. */
export interface Subject {
  kind: Kind;
  key: string;
}

const CATALOGUE = ['admin', 'catalogue'];
const PAGE_ITEMS = 20;

export function useCatalogue(kind: Kind) {
  return useQuery({
    queryKey: [...CATALOGUE, kind],
    queryFn: ({ signal }) => entriesOf(kind, signal),
  });
}

async function entriesOf(kind: Kind, signal: AbortSignal): Promise<Entry[]> {
  switch (kind) {
    case 'models':
      return (await unwrap(api.GET('/api/admin/catalogue/models', { signal }))).items.map(modelEntry);
    case 'plans':
      return (await unwrap(api.GET('/api/admin/catalogue/plans', { signal }))).items.map(planEntry);
    case 'packs':
      return (await unwrap(api.GET('/api/admin/catalogue/packs', { signal }))).items.map(packEntry);
  }
}

/** The versions of an entry, newest first. */
export function useVersions(subject: Subject) {
  return useInfiniteQuery({
    queryKey: [...CATALOGUE, 'versions', subject],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_ITEMS, ...(pageParam && { cursor: pageParam }) };
      return versionsOf(subject, query, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

function versionsOf({ kind, key }: Subject, query: { limit: number; cursor?: string }, signal: AbortSignal) {
  switch (kind) {
    case 'models': {
      const params = { path: { modelKey: key }, query };
      return unwrap(api.GET('/api/admin/catalogue/models/{modelKey}/versions', { params, signal }));
    }
    case 'plans': {
      const params = { path: { key }, query };
      return unwrap(api.GET('/api/admin/catalogue/plans/{key}/versions', { params, signal }));
    }
    case 'packs': {
      const params = { path: { id: key }, query };
      return unwrap(api.GET('/api/admin/catalogue/packs/{id}/versions', { params, signal }));
    }
  }
}

/** Changes fields of an entry. */
export function useChangeEntry({ kind, key }: Subject) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (fields: Fields): Promise<{ version: number }> => {
      switch (kind) {
        case 'models': {
          const params = { path: { modelKey: key } };
          const body = fields as Schemas['UpdateModelDto'];
          return unwrap(api.PATCH('/api/admin/catalogue/models/{modelKey}', { params, body }));
        }
        case 'plans': {
          const params = { path: { key } };
          const body = fields as Schemas['UpdatePlanDto'];
          return unwrap(api.PATCH('/api/admin/catalogue/plans/{key}', { params, body }));
        }
        case 'packs': {
          const params = { path: { id: key } };
          const body = fields as Schemas['UpdatePackDto'];
          return unwrap(api.PATCH('/api/admin/catalogue/packs/{id}', { params, body }));
        }
      }
    },
    onSuccess: refresh,
  });
}

/** Makes an entry what it was in an earlier version. */
export function useRestoreVersion({ kind, key }: Subject) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Schemas['RestoreVersionDto']): Promise<{ version: number }> => {
      switch (kind) {
        case 'models':
          return unwrap(
            api.POST('/api/admin/catalogue/models/{modelKey}/restore', {
              params: { path: { modelKey: key } },
              body,
            }),
          );
        case 'plans':
          return unwrap(
            api.POST('/api/admin/catalogue/plans/{key}/restore', { params: { path: { key } }, body }),
          );
        case 'packs':
          return unwrap(
            api.POST('/api/admin/catalogue/packs/{id}/restore', { params: { path: { id: key } }, body }),
          );
      }
    },
    onSuccess: refresh,
  });
}

/** Invalidates what shows the catalogue, for administrators and for callers. */
function useRefresh() {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [CATALOGUE, ['models'], ['plans'], ['packs'], ['quote']])
      void client.invalidateQueries({ queryKey });
  };
}
