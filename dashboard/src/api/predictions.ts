import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ask } from './client';
import type { PredictionDetail } from './types';

/** How often a prediction that is not final is asked for: lively while somebody is likely to look. */
const LIVELY_MS = 1000;
const CALM_MS = 4000;
const LIVELY_FOR_MS = 60_000;

export const predictionKey = (predictionId: string) => ['prediction', predictionId] as const;

/** A prediction with its timeline, its charge and its refund. */
export function predictionQuery(predictionId: string) {
  return queryOptions({
    queryKey: predictionKey(predictionId),
    queryFn: ({ signal }) =>
      ask(
        api.GET('/api/dashboard/predictions/{predictionId}', {
          params: { path: { predictionId }, query: { timeline: true } },
          signal,
        }),
      ),
  });
}

/** The same, followed until it is final. */
export function usePrediction(predictionId: string) {
  return useQuery({
    ...predictionQuery(predictionId),
    refetchInterval: ({ state: { data } }) => pollMs(data),
  });
}

function pollMs(prediction: PredictionDetail | undefined): number | false {
  if (prediction?.status !== 'processing') return false;
  return Date.now() - new Date(prediction.createdAt).getTime() < LIVELY_FOR_MS ? LIVELY_MS : CALM_MS;
}

export function useCancelPrediction(predictionId: string) {
  const refresh = useRefreshAfterSpending();
  return useMutation({
    mutationFn: () =>
      ask(
        api.POST('/api/dashboard/predictions/{predictionId}/cancel', { params: { path: { predictionId } } }),
      ),
    onSettled: () => refresh(predictionId),
  });
}

/** What shows credits or predictions is no longer true after one was started or has ended. */
export function useRefreshAfterSpending() {
  const client = useQueryClient();
  return (predictionId?: string) => {
    const stale = [['overview'], ['history'], ['ledger'], ['wallet'], ['spending'], ['quote']];
    if (predictionId) stale.push([...predictionKey(predictionId)]);
    return Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
