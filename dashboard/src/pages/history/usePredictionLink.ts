import { useLocation } from 'react-router';

/** Returns the path of the current list with one prediction open. */
export function usePredictionLink(): (predictionId: string) => string {
  const { pathname, search } = useLocation();
  return (predictionId) => {
    const query = new URLSearchParams(search);
    query.set('prediction', predictionId);
    return `${pathname}?${query}`;
  };
}
