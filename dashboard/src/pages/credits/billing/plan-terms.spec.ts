import { WINDOW_NAME } from '../../../text/rate-window';
import { planTerms } from './plan-terms';
import type { Plan } from './useBilling';

const LIMITS = { maxRateLimit: null, maxConcurrent: null, models: null, outputRetentionDays: 30 };
const NOTHING = { ...LIMITS, monthlyCredits: null } as Plan;

it('names only what a plan gives or bounds', () => {
  expect(planTerms(NOTHING)).toEqual(['Outputs for 30 days']);
  const pro = { ...NOTHING, monthlyCredits: 2000, creditsExpire: true, maxConcurrent: 20, models: ['a'] };
  expect(planTerms({ ...pro, maxRateLimit: 600, outputRetentionDays: 1 })).toEqual([
    '2,000 credits each month, which expire with it',
    `600 requests per ${WINDOW_NAME} and key`,
    '20 predictions at a time',
    '1 model',
    'Outputs for 1 day',
  ]);
});
