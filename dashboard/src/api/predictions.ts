import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from './client';
import type { PredictionDetail } from './types';

/** Poll intervals of a prediction that is not final: fast during the first minute, slower afterwards. */
const FAST_POLL_MS = 1000;
const SLOW_POLL_MS = 4000;
const FAST_POLL_FOR_MS = 60_000;

const predictionKey = (predictionId: string) => ['prediction', predictionId] as const;

/** Queries a prediction with its timeline, charge and refund. */
export function predictionQuery(predictionId: string) {
  return queryOptions({
    queryKey: predictionKey(predictionId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/dashboard/predictions/{predictionId}', {
          params: { path: { predictionId }, query: { timeline: true } },
          signal,
        }),
      ),
  });
}

/** Polls a prediction until it is final. @param inBackground polls also while the tab is hidden. */
export function usePrediction(predictionId: string, { inBackground = false } = {}) {
  return useQuery({
    ...predictionQuery(predictionId),
    refetchInterval: ({ state: { data } }) => pollMs(data),
    refetchIntervalInBackground: inBackground,
  });
}

function pollMs(prediction: PredictionDetail | undefined): number | false {
  if (prediction?.status !== 'processing') return false;
  return Date.now() - new Date(prediction.createdAt).getTime() < FAST_POLL_FOR_MS
    ? FAST_POLL_MS
    : SLOW_POLL_MS;
}

export function useCancelPrediction(predictionId: string) {
  const refresh = useRefreshAfterSpending();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/api/dashboard/predictions/{predictionId}/cancel', { params: { path: { predictionId } } }),
      ),
    onSettled: () => refresh(predictionId),
  });
}

/** Removes the files, prompt and input of a finished prediction. */
export function useDeletePrediction(predictionId: string) {
  const refresh = useRefreshAfterSpending();
  return useMutation({
    mutationFn: () =>
      unwrap(api.DELETE('/api/dashboard/predictions/{predictionId}', { params: { path: { predictionId } } })),
    onSuccess: () => refresh(predictionId),
  });
}

/** Invalidates all queries about credits and predictions, which change when a prediction starts or ends. */
export function useRefreshAfterSpending() {
  const client = useQueryClient();
  return (predictionId?: string) => {
    const stale = [['overview'], ['history'], ['ledger'], ['wallet'], ['spending'], ['quote']];
    if (predictionId) stale.push([...predictionKey(predictionId)]);
    return Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
