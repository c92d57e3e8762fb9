/** What a prediction cost after refunds. Pure. */
import type { Prediction } from '../api/types';
import { amount, credits } from './amounts';

type Charged = Pick<Prediction, 'creditCost' | 'creditsRefunded'>;

/** Returns the charge without the refund, in thousandths as in the ledger. */
export function finalCost({ creditCost, creditsRefunded }: Charged): number {
  return Math.round((creditCost - creditsRefunded) * 1000) / 1000;
}

/** Returns `4 credits`, or `0 credits, 4 refunded`. */
export function costText(prediction: Charged): string {
  const { creditsRefunded } = prediction;
  const refund = creditsRefunded > 0 ? `, ${amount(creditsRefunded)} refunded` : '';
  return `${credits(finalCost(prediction))}${refund}`;
}
