/** The pages of the dashboard, each with a text of the finished page. */
import type { Page } from 'playwright-core';

export interface Stop {
  name: string;
  path: string;
  ready: string;
  /** Opens what a visitor sees only after a click. */
  open?: (page: Page) => Promise<unknown>;
  /** Colours are checked under the pointer and in focus too. */
  hasStates?: boolean;
}

export const PAGES: readonly Stop[] = [
  { name: 'home', path: '/', ready: 'Latest results', hasStates: true },
  {
    name: 'keys',
    path: '/keys',
    ready: 'Production',
    open: (page) => page.getByRole('button', { name: /^Ended keys/ }).click(),
    hasStates: true,
  },
  { name: 'playground', path: '/playground', ready: 'Your result appears here', hasStates: true },
  { name: 'history-gallery', path: '/history', ready: 'a lighthouse', hasStates: true },
  { name: 'history-table', path: '/history?view=table&env=live', ready: 'a lighthouse', hasStates: true },
  { name: 'history-reframes', path: '/history/reframes', ready: 'Reframe' },
  { name: 'credits', path: '/credits', ready: 'Sign-up credits', hasStates: true },
  { name: 'usage', path: '/usage?groupBy=day,modelKey,keyId,status', ready: 'embedded-music' },
  { name: 'requests', path: '/requests', ready: 'POST /api/generate' },
  { name: 'audit', path: '/audit', ready: 'Key created' },
  { name: 'account', path: '/account', ready: 'This session' },
  { name: 'admin-overview', path: '/admin', ready: 'Revenue, credits' },
  { name: 'admin-accounts', path: '/admin/accounts', ready: 'Part of an email' },
  { name: 'admin-payments', path: '/admin/payments', ready: 'No payment to refund' },
  { name: 'admin-predictions', path: '/admin/predictions', ready: 'Started', hasStates: true },
  { name: 'admin-providers', path: '/admin/providers', ready: 'Built in' },
  { name: 'admin-operator-keys', path: '/admin/operator-keys', ready: 'No operator key' },
  { name: 'admin-catalogue', path: '/admin/catalogue', ready: 'embedded-image' },
  { name: 'admin-catalogue-plans', path: '/admin/catalogue?kind=plans', ready: 'Free' },
  { name: 'admin-catalogue-packs', path: '/admin/catalogue?kind=packs', ready: '12,000 credits' },
  { name: 'admin-audit', path: '/admin/audit', ready: 'Key created' },
  { name: 'admin-system-rest', path: '/admin/system', ready: 'As of' },
  { name: 'admin-extensions', path: '/admin/extensions', ready: 'embedded-speech', hasStates: true },
  {
    name: 'admin-ledger',
    path: '/admin/ledger',
    ready: 'Ledger verification',
    open: async (page) => {
      await page.getByRole('button', { name: 'Verify now' }).click();
      await page.getByText('All checks passed').waitFor();
    },
  },
];

export async function goToStop(page: Page, { path, ready }: Stop): Promise<void> {
  await page.goto(path);
  await page.getByText(ready).first().waitFor();
}
