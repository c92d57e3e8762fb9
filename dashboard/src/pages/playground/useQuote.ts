import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, unwrap } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { Quote } from '../../api/types';
import type { InputValues } from './schema-fields';

/** Debounces the quote while the user types. */
const DEBOUNCE_MS = 300;

export interface Price {
  quote: Quote | undefined;
  /** Whether the quote belongs to exactly this input. Otherwise it belongs to an earlier input or is missing. */
  isCurrent: boolean;
  error: Error | null;
}

/** Quotes the input; never returns another model's price. @param input null while the form is invalid. */
export function useQuote(modelKey: string, input: InputValues | null): Price {
  const requested = useMemo(() => ({ modelKey, input }), [modelKey, input]);
  const [settled] = useDebouncedValue(requested, DEBOUNCE_MS);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['quote', settled.modelKey, settled.input],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST('/api/dashboard/quote', {
          body: { modelKey: settled.modelKey, ...settled.input } as never,
          signal,
        }),
      ),
    enabled: settled.input !== null,
    placeholderData: (previous, query) => (query?.queryKey[1] === settled.modelKey ? previous : undefined),
    retry: (failures, error) => asProblem(error).isTransient && failures < 3,
  });
  const isOfModel = settled.modelKey === modelKey;
  return {
    quote: isOfModel ? data : undefined,
    isCurrent: settled === requested && data !== undefined && !isPlaceholderData,
    error: isOfModel ? error : null,
  };
}
