/** Every page fits the widths of phones, tablets and screens; colours keep their contrast under the pointer and in focus. */
import { endServices, runTool, type ServiceProcess, spawnService } from '../support/service-process.js';
import { closeBrowser, newVisitor, type Visitor } from './support/browser.js';
import { furnish } from './support/furnished-account.js';
import { overruns, serious, settled } from './support/judge.js';
import { newEmail, signIn } from './support/person.js';

const WIDTHS = [360, 768, 1280, 1440, 1920];

const PAGES = [
  { path: '/', ready: 'Latest results' },
  { path: '/keys', ready: 'Production' },
  { path: '/playground', ready: 'Your result appears here' },
  { path: '/history', ready: 'a lighthouse' },
  { path: '/history?view=table&env=live', ready: 'a lighthouse' },
  { path: '/credits', ready: 'Sign-up credits' },
  { path: '/account', ready: 'This session' },
  { path: '/admin/accounts', ready: 'Part of an email' },
  { path: '/admin/predictions', ready: 'Started' },
  { path: '/admin/providers', ready: 'Built in' },
  { path: '/admin/ledger', ready: 'Ledger verification' },
];

let service: ServiceProcess;
let visitor: Visitor;
beforeAll(async () => {
  service = await spawnService();
  const email = newEmail();
  await furnish(service, email);
  await runTool(['users', 'role', '--email', email, '--role', 'admin'], { DATA_DIR: service.directory });
  visitor = await newVisitor(service.base, { colorScheme: 'light' });
  await visitor.page.goto('/sign-in');
  await signIn(visitor.page, email);
  await visitor.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
});
afterAll(closeBrowser);
afterAll(endServices);

it.each(PAGES)('$path fits', async ({ path, ready }) => {
  const { page } = visitor;
  const found: Record<string, string[]> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await page.getByText(ready).first().waitFor();
    await settled(page);
    const wide = await overruns(page);
    if (wide.length > 0) found[width] = wide;
  }
  expect(found).toEqual({});
});

it('contrast holds under the pointer and in focus', async () => {
  const { page } = visitor;
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of ['/history?view=table', '/keys', '/credits', '/admin/predictions']) {
    await page.goto(path);
    const row = page.getByRole('row').nth(1);
    await row.waitFor();
    await settled(page);
    await row.hover();
    await settled(page);
    expect([path, await serious(page)]).toEqual([path, []]);
    await row.locator('a, button').first().focus();
    await settled(page);
    expect([path, await serious(page)]).toEqual([path, []]);
  }
});

it('a row of the history opens its prediction wherever it is clicked', async () => {
  const { page } = visitor;
  await page.goto('/history?view=table');
  // The middle of the row, where no text of the link is.
  await page.getByRole('row').nth(1).click();
  await page.getByRole('dialog').getByText('Waited').waitFor();
});
