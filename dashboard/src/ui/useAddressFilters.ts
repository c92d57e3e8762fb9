import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

export type Filters<N extends string> = Partial<Record<N, string>>;

/**
 * Filters that live in the address: a reload keeps them, a link shares them, and Back takes them away.
 * @param names of the query's parameters; the others of the page are left alone. It must not change between renders.
 */
export function useAddressFilters<N extends string>(names: readonly N[]) {
  const [query, setQuery] = useSearchParams();
  const filters = useMemo(
    () =>
      Object.fromEntries(
        names.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
      ) as Filters<N>,
    [names, query],
  );
  const change = useCallback(
    (changes: Partial<Record<N, string | null>>) =>
      setQuery(
        (before) => {
          for (const [name, value] of Object.entries(changes) as [N, string | null | undefined][]) {
            if (value) before.set(name, value);
            else before.delete(name);
          }
          return before;
        },
        { replace: true },
      ),
    [setQuery],
  );
  const clear = useCallback(
    () => change(Object.fromEntries(names.map((name) => [name, null])) as Partial<Record<N, null>>),
    [change, names],
  );
  return { filters, change, clear, count: Object.keys(filters).length };
}
