import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, ask } from '../../api/client';
import { asProblem } from '../../api/problem';
import type { Quote } from '../../api/types';
import type { InputValues } from './schema-fields';

/** Typing is not over while keys follow each other faster. */
const TYPING_MS = 300;

export interface Price {
  quote: Quote | undefined;
  /** The price is of exactly this input; until then, of what it was a moment ago, or not known. */
  isCurrent: boolean;
  error: Error | null;
}

/** What the input would cost now; never another model's price. @param input null while it cannot be sent. */
export function useQuote(modelKey: string, input: InputValues | null): Price {
  const asked = useMemo(() => ({ modelKey, input }), [modelKey, input]);
  const [settled] = useDebouncedValue(asked, TYPING_MS);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['quote', settled.modelKey, settled.input],
    queryFn: ({ signal }) =>
      ask(
        api.POST('/api/dashboard/quote', {
          body: { modelKey: settled.modelKey, ...settled.input } as never,
          signal,
        }),
      ),
    enabled: settled.input !== null,
    placeholderData: (previous, query) => (query?.queryKey[1] === settled.modelKey ? previous : undefined),
    retry: (failures, error) => asProblem(error).passes && failures < 3,
  });
  const isOfModel = settled.modelKey === modelKey;
  return {
    quote: isOfModel ? data : undefined,
    isCurrent: settled === asked && data !== undefined && !isPlaceholderData,
    error: isOfModel ? error : null,
  };
}
