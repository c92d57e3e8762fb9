import { amount, credits } from '../../../text/amounts';
import { WINDOW_NAME } from '../../../text/rate-window';
import type { Plan } from './useBilling';

/** Returns what a plan gives and allows, one line each. */
export function planTerms(plan: Plan): string[] {
  const { monthlyCredits, creditsExpire, maxRateLimit, maxConcurrent, models, outputRetentionDays } = plan;
  return [
    monthlyCredits !== null &&
      `${credits(monthlyCredits)} each month${creditsExpire ? ', which expire with it' : ''}`,
    maxRateLimit !== null && `${amount(maxRateLimit)} requests per ${WINDOW_NAME} and key`,
    maxConcurrent !== null && `${amount(maxConcurrent)} predictions at a time`,
    models !== null && `${amount(models.length)} ${models.length === 1 ? 'model' : 'models'}`,
    `Outputs for ${amount(outputRetentionDays)} ${outputRetentionDays === 1 ? 'day' : 'days'}`,
  ].filter((term) => term !== false);
}
