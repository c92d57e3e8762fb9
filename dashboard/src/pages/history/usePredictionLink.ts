import { useLocation } from 'react-router';

/** The address of this list with one prediction open beside it. */
export function usePredictionLink(): (predictionId: string) => string {
  const { pathname, search } = useLocation();
  return (predictionId) => {
    const query = new URLSearchParams(search);
    query.set('prediction', predictionId);
    return `${pathname}?${query}`;
  };
}
