import type { Catalogue } from '../../catalogue/index.js';

const THOUSANDTHS = 1_000;

export interface EngineCostOfModel {
  modelKey: string;
  /** Thousandths of a credit. */
  perPrediction: number;
  perCredit: number;
}

export function engineCostsOf(catalogue: Catalogue): EngineCostOfModel[] {
  return catalogue.entries.flatMap(({ modelKey, engineCost }) =>
    engineCost
      ? [
          {
            modelKey,
            perPrediction: Math.round((engineCost.perPrediction ?? 0) * THOUSANDTHS),
            perCredit: engineCost.perCredit ?? 0,
          },
        ]
      : [],
  );
}
