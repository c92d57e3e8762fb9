import type { Catalogue } from '../../../catalogue/index.js';
import { engineCostsOf } from '../engine-costs.js';

/** `perCredit` has no more decimals that matter. */
const SCALE = 1_000_000_000;

/** `earned` in thousandths of a credit. */
interface Completed {
  modelKey: string;
  completed: number;
  earned: bigint;
}

/** Returns thousandths of a credit, rounded up as in reports; null with one unknown cost. */
export function engineCostOf(models: readonly Completed[], catalogue: Catalogue): bigint | null {
  const costs = new Map(engineCostsOf(catalogue).map((cost) => [cost.modelKey, cost]));
  let scaled = 0n;
  for (const { modelKey, completed, earned } of models) {
    const cost = costs.get(modelKey);
    if (!cost) return null;
    scaled += BigInt(completed) * BigInt(cost.perPrediction) * BigInt(SCALE);
    scaled += BigInt(Math.round(cost.perCredit * SCALE)) * earned;
  }
  return (scaled + BigInt(SCALE) - 1n) / BigInt(SCALE);
}
