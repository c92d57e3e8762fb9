import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

export type Filters<N extends string> = Partial<Record<N, string>>;

/**
 * Keeps filters in the URL: a reload keeps them and a link shares them.
 * @param names names of the query parameters; must not change between renders. Other parameters remain untouched.
 */
export function useUrlFilters<N extends string>(names: readonly N[]) {
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
