/**
 * The manual at /docs, on a phone and on a large screen, light and dark. Requires no serious or critical axe finding, no
 * horizontal overflow, no request to another origin, nothing that the content policy blocks, a search that works without
 * a network, and everything within reach of the keyboard.
 */
import type { Page } from 'playwright-core';
import type { ServiceProcess } from '../support/service-process.js';
import { closeVisitors, newVisitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { judgeLooks } from './support/judge.js';
import { type Look, LOOKS, newReader, type Reader } from './support/reader.js';
import { sharedService } from './support/shared-service.js';

let service: ServiceProcess;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(closeVisitors);

const PAGES = ['', 'operating', 'prediction-states', 'reference/generation', 'decisions/'];

const isDark = (page: Page) => page.evaluate<boolean>("document.documentElement.classList.contains('dark')");

async function open(path: string, look?: Look): Promise<Reader> {
  const reader = await newReader(service.base, look);
  await reader.page.goto(`/docs/${path}`);
  await reader.page.getByRole('heading', { level: 1 }).first().waitFor();
  return reader;
}

it.each(PAGES)(
  '/docs/%s is accessible, fits, and loads nothing else, on each screen and in both schemes',
  async (path) => {
    const reader = await open(path, LOOKS[0]);
    const looks = LOOKS.map((look) => ({ ...look, look: `${look.width}-${look.colorScheme}`, height: 900 }));
    await judgeLooks(reader, looks, `manual-${path.replaceAll('/', '-') || 'home'}`, ({ colorScheme }) =>
      eventually(async () => (await isDark(reader.page)) === (colorScheme === 'dark')),
    );
    expect(reader.foreign).toEqual([]);
    await reader.close();
  },
);

it('opens dark for a reader who has chosen dark colours', async () => {
  const reader = await open('', { width: 1440, colorScheme: 'dark' });
  expect(await isDark(reader.page)).toBe(true);
  await reader.close();
});

it('the search finds a word offline, by the keyboard alone', async () => {
  const reader = await open('');
  const { page } = reader;
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox');
  await field.waitFor();
  await page.keyboard.type('Idempotency-Key');
  const first = page.locator('.VPLocalSearchBox .result').first();
  await first.waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => /^\/docs\/.+/.test(url.pathname));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(reader.foreign).toEqual([]);
  expect(reader.faults).toEqual([]);
  await reader.close();
});

it('a caller’s question leads to the guide for callers, and the menu shows the group of the page', async () => {
  const reader = await open('');
  const { page } = reader;
  await page.keyboard.press('/');
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.type('rate limit');
  await page.locator('.VPLocalSearchBox .result[href*="guides/limits"]').first().waitFor();
  const first = page.locator('.VPLocalSearchBox .result').first();
  expect(await first.getAttribute('href')).toMatch(/guides\/limits/);
  await page.keyboard.press('Enter');
  const menu = page.getByRole('navigation', { name: 'Sidebar Navigation' });
  await menu.getByRole('link', { name: 'Limits' }).waitFor();
  expect(await menu.getByRole('link', { name: 'Settings' }).isVisible()).toBe(false);
  await reader.close();
});

it('the pages follow each other without a reload, and the chosen appearance stays', async () => {
  const reader = await open('operating');
  const { page } = reader;
  await page.evaluate('window.isSamePage = true');
  await page
    .getByRole('navigation', { name: 'Sidebar Navigation' })
    .getByRole('link', { name: 'Settings' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  expect(await page.evaluate('window.isSamePage')).toBe(true);
  await page.getByRole('switch').first().click();
  await page.reload();
  expect(await isDark(page)).toBe(true);
  expect(reader.faults).toEqual([]);
  await reader.close();
});

it('a page that does not exist says so inside of the manual', async () => {
  const reader = await open('no-such-page');
  const { page } = reader;
  expect(await page.getByRole('heading', { level: 1 }).first().textContent()).toMatch(/not found/i);
  await page
    .getByRole('link', { name: /first page/i })
    .first()
    .click();
  await page.waitForURL(/\/docs\/$/);
  await reader.close();
});

it('the dashboard’s sign-in and the ready line lead to the manual', async () => {
  expect(service.log()).toContain(`${service.base}/docs/`);
  const visitor = await newVisitor(service.base);
  await visitor.page.goto('/sign-in');
  await visitor.page.getByRole('link', { name: '/docs', exact: true }).click();
  await visitor.page.waitForURL(/\/docs\/$/);
  await visitor.close();
});
