import type { Catalogue } from '../../catalogue/index.js';

const THOUSANDTHS = 1_000;

export interface EngineCostOfModel {
  modelKey: string;
  /** Thousandths of a credit. */
  perPrediction: number;
  perCredit: number;
}

export function engineCostsOf(catalogue: Catalogue): EngineCostOfModel[] {
  return catalogue.entries.flatMap(({ modelKey, engineCost }) => {
    if (!engineCost) return [];
    const { perPrediction = 0, perCredit = 0 } = engineCost;
    return [{ modelKey, perPrediction: Math.round(perPrediction * THOUSANDTHS), perCredit }];
  });
}
