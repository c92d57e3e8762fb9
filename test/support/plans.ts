/** A catalogue directory with plans of a test. */
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** With fields of `plans.yaml`. */
interface PlanOfTest {
  key: string;
  [field: string]: unknown;
}

/** A plan that is paid for by the month. */
export const PRO = {
  ...{ key: 'pro', title: 'Pro', monthlyCredits: 2000, creditsExpire: true },
  price: { amount: 1900, currency: 'EUR' },
};

/** Copies the shipped catalogue with these plans; the first one is the default. @returns the directory, to be removed. */
export function catalogueWithPlans(plans: readonly PlanOfTest[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'offprint-plans-'));
  cpSync('catalogue', directory, { recursive: true });
  writeFileSync(join(directory, 'plans.yaml'), JSON.stringify({ default: plans[0]!.key, plans }));
  return directory;
}
