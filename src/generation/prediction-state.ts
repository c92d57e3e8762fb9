/** The transitions of a prediction, as data. A CHECK and a trigger of the database enforce the same. */
import type { PredictionStatus } from './prediction.js';

export interface Transition {
  to: PredictionStatus;
  /** Of the held credits. */
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
