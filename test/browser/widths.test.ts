/** Tables of keys and predictions at their widths; the check of colours under the pointer and in focus finds what it is for. */
import type { Route } from 'playwright-core';
import { closeVisitors, type Visitor } from './support/browser.js';
import { furnishedAdministrator, visitorOf } from './support/furnished-account.js';
import { settled } from './support/judge.js';
import { coloursIn } from './support/states.js';

let visitor: Visitor;
beforeAll(async () => {
  visitor = await visitorOf(await furnishedAdministrator(), { colorScheme: 'light' });
});
afterAll(closeVisitors);

it.each([1100, 1280])('the table of keys shows its actions without scrolling at %i px', async (width) => {
  const { page } = visitor;
  await page.setViewportSize({ width, height: 900 });
  await page.route('**/api/keys', lastUsedLongAgo);
  await page.goto('/keys');
  const table = page.getByRole('region', { name: 'Active keys' });
  await table.getByText('Production', { exact: true }).waitFor();
  await settled(page);
  const wider = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(wider).toBe(0);
  await page.unroute('**/api/keys', lastUsedLongAgo);
});

/** Gives every key the longest relative time of its last use. */
async function lastUsedLongAgo(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.json()) as { keys: { lastUsedAt: string }[] };
  for (const key of body.keys) key.lastUsedAt = new Date(Date.now() - 59 * 60_000).toISOString();
  await route.fulfill({ response, json: body });
}

it('reports colours that lose their contrast only under the pointer or only in focus', async () => {
  const { page } = visitor;
  await page.goto('/keys');
  await page.getByText('Production').first().waitFor();
  for (const [state, rule] of [
    ['row', 'tr:hover td { color: #ccc }'],
    ['pointer', 'a:hover { color: #ccc !important }'],
    ['focus', 'a:focus-visible { color: #ccc !important }'],
  ] as const) {
    expect(await coloursIn(page, state)).toEqual([]);
    await page.evaluate(`(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(${JSON.stringify(rule)});
      document.adoptedStyleSheets = [sheet];
    })()`);
    expect([state, await coloursIn(page, state)]).toEqual([
      state,
      expect.arrayContaining([expect.any(String)]),
    ]);
    await page.evaluate('document.adoptedStyleSheets = []');
  }
});

it('a row of the history opens its prediction wherever it is clicked', async () => {
  const { page } = visitor;
  await page.goto('/history?view=table');
  // The middle of the row, where no text of the link is.
  await page.getByRole('row').nth(1).click();
  await page.getByRole('dialog').getByText('Waited').waitFor();
});
