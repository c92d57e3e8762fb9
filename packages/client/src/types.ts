/** Bodies of the service. Times are ISO 8601 in UTC, credits numbers with at most three decimals. */
import type { Environment, MissingPrediction, Modality, PredictionBody, PredictionStatus } from './bodies.js';

export type * from './bodies.js';

/** One of several predictions asked for at once; `status` is null for one that the key may not see. */
export type PredictionOrMissing = PredictionBody | MissingPrediction;

export interface HistoryFilter {
  status?: PredictionStatus;
  modality?: Modality;
  modelKey?: string;
  keyId?: string;
  env?: Environment;
  externalUserId?: string;
  from?: string | Date;
  to?: string | Date;
}
