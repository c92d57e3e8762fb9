import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, unwrap } from '../../api/client';
import { isOutcomeUnknown, randomKey } from '../../api/idempotency';
import { useRefreshAfterSpending } from '../../api/predictions';
import { asProblem } from '../../api/problem';
import { retryAfter429, type Waiting } from '../../api/retry-after-429';
import type { InputValues } from './schema-fields';

/** How often a start is sent again after a lost response. */
const MAX_RETRIES = 3;

interface Start {
  modelKey: string;
  input: InputValues;
  idempotencyKey: string;
}

/**
 * Starts a prediction. Waits and retries after a 429. All retries of one start carry the same Idempotency-Key, so that a
 * lost response does not lead to a second charge.
 */
export function useStart(onStarted: (predictionId: string) => void) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const control = useRef<AbortController | null>(null);
  const refresh = useRefreshAfterSpending();
  useEffect(() => () => control.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: (start: Start) => {
      control.current = new AbortController();
      return retryAfter429(() => post(start), setWaiting, control.current.signal);
    },
    retry: (failures, error) => isOutcomeUnknown(error) && failures < MAX_RETRIES,
    onSuccess: ({ predictionId }) => {
      onStarted(predictionId);
      void refresh();
    },
  });
  return {
    start: (modelKey: string, input: InputValues) =>
      mutation.mutate({ modelKey, input, idempotencyKey: randomKey() }),
    isPending: mutation.isPending,
    /** Null also after the user has stopped the wait. */
    problem: mutation.error && !isAborted(mutation.error) ? asProblem(mutation.error) : null,
    reset: mutation.reset,
    waiting,
    stopWaiting: () => control.current?.abort(),
  };
}

function post({ modelKey, input, idempotencyKey }: Start) {
  return unwrap(
    api.POST('/api/dashboard/predictions', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: { modelKey, ...input } as never,
    }),
  );
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
