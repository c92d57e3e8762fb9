import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, ask } from '../../api/client';
import { isLost, randomKey } from '../../api/idempotency';
import { untilLetIn, type Waiting } from '../../api/patience';
import { useRefreshAfterSpending } from '../../api/predictions';
import { asProblem } from '../../api/problem';
import type { InputValues } from './schema-fields';

/** How often a start whose answer was lost is sent again. */
const TRIES = 3;

interface Start {
  modelKey: string;
  input: InputValues;
  idempotencyKey: string;
}

/**
 * Starts a prediction. A limit that is reached is waited out. All tries of one start carry one idempotency key, so that
 * one whose answer was lost is not charged twice.
 */
export function useStart(onStarted: (predictionId: string) => void) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const control = useRef<AbortController | null>(null);
  const refresh = useRefreshAfterSpending();
  useEffect(() => () => control.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: (start: Start) => {
      control.current = new AbortController();
      return untilLetIn(() => post(start), setWaiting, control.current.signal);
    },
    retry: (failures, error) => isLost(error) && failures < TRIES,
    onSuccess: ({ predictionId }) => {
      onStarted(predictionId);
      void refresh();
    },
  });
  return {
    start: (modelKey: string, input: InputValues) =>
      mutation.mutate({ modelKey, input, idempotencyKey: randomKey() }),
    isPending: mutation.isPending,
    /** Null also when it was the reader who stopped the wait. */
    problem: mutation.error && !isCalledOff(mutation.error) ? asProblem(mutation.error) : null,
    reset: mutation.reset,
    waiting,
    stopWaiting: () => control.current?.abort(),
  };
}

function post({ modelKey, input, idempotencyKey }: Start) {
  return ask(
    api.POST('/api/dashboard/predictions', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: { modelKey, ...input } as never,
    }),
  );
}

function isCalledOff(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
