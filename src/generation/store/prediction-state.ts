/** The states of a prediction and the moves between them, as data. The database's CHECK and trigger say the same. */
import type { PredictionStatus } from './prediction.js';

export interface Transition {
  to: PredictionStatus;
  /** What happens to the money that the prediction holds. */
  transfer: 'capture' | 'refund';
}

export const TRANSITIONS: Readonly<Record<PredictionStatus, readonly Transition[]>> = {
  processing: [
    { to: 'completed', transfer: 'capture' },
    { to: 'failed', transfer: 'refund' },
  ],
  completed: [],
  failed: [],
};

export function isFinal(status: PredictionStatus): boolean {
  return TRANSITIONS[status].length === 0;
}
