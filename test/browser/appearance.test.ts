/**
 * Appearance of every page: light, dark and on a phone. Requires no serious or critical axe finding, no horizontal overflow and
 * keyboard access; writes a screenshot of each to reports/screenshots/.
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { call } from '../support/client.js';
import { endServices, runTool, type ServiceProcess, spawnService } from '../support/service-process.js';
import { closeBrowser, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { furnish } from './support/furnished-account.js';
import { judge } from './support/judge.js';
import { fillEntry, newEmail, openAccount, PASSWORD, signIn } from './support/person.js';
import { isGate } from './support/tier.js';

const LOOKS: { look: string; options: BrowserContextOptions }[] = [
  { look: 'light', options: { colorScheme: 'light' } },
  { look: 'dark', options: { colorScheme: 'dark' } },
  {
    look: 'phone',
    options: {
      colorScheme: 'light',
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      hasTouch: true,
      isMobile: true,
    },
  },
];

let service: ServiceProcess;
let email: string;
let video: string;
beforeAll(async () => {
  service = await spawnService();
  email = newEmail();
  ({ video } = await furnish(service, email));
  const made = await runTool(['users', 'role', '--email', email, '--role', 'admin'], {
    DATA_DIR: service.directory,
  });
  expect(made.code).toBe(0);
});
afterAll(closeBrowser);
afterAll(endServices);

const PAGES: { name: string; path: string; ready: string; open?: (page: Page) => Promise<unknown> }[] = [
  { name: 'home', path: '/', ready: 'Latest results' },
  {
    name: 'keys',
    path: '/keys',
    ready: 'Production',
    open: (page) => page.getByRole('button', { name: /^Ended keys/ }).click(),
  },
  {
    name: 'keys-create',
    path: '/keys',
    ready: 'Production',
    open: (page) => page.getByRole('button', { name: 'Create key' }).click(),
  },
  { name: 'playground', path: '/playground', ready: 'Your result appears here' },
  { name: 'history-gallery', path: '/history', ready: 'a lighthouse' },
  { name: 'history-table', path: '/history?view=table&modality=image', ready: 'a lighthouse' },
  { name: 'history-reframes', path: '/history/reframes', ready: 'Reframe' },
  { name: 'credits', path: '/credits', ready: 'Sign-up credits' },
  { name: 'usage', path: '/usage?groupBy=day,modelKey', ready: 'embedded-music' },
  { name: 'requests', path: '/requests', ready: 'POST /api/generate' },
  { name: 'audit', path: '/audit', ready: 'Key created' },
  { name: 'account', path: '/account', ready: 'This session' },
  { name: 'admin-overview', path: '/admin', ready: 'Revenue, credits' },
  { name: 'admin-accounts', path: '/admin/accounts', ready: 'Part of an email' },
  { name: 'admin-payments', path: '/admin/payments', ready: 'No payment to refund' },
  { name: 'admin-predictions', path: '/admin/predictions', ready: 'Started' },
  { name: 'admin-providers', path: '/admin/providers', ready: 'Built in' },
  { name: 'admin-operator-keys', path: '/admin/operator-keys', ready: 'No operator key' },
  { name: 'admin-catalogue', path: '/admin/catalogue', ready: 'embedded-image' },
  { name: 'admin-catalogue-packs', path: '/admin/catalogue?kind=packs', ready: '12,000 credits' },
  { name: 'admin-audit', path: '/admin/audit', ready: 'Key created' },
  { name: 'admin-system-rest', path: '/admin/system', ready: 'As of' },
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

describe.each(isGate ? LOOKS.slice(1) : LOOKS)('with the $look appearance', ({ look, options }) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await newVisitor(service.base, options);
    await visitor.page.goto('/sign-in');
    await signIn(visitor.page, email);
    await visitor.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  });
  afterAll(() => visitor.close());

  it.each(PAGES)('$name', async ({ name, path, ready, open }) => {
    const { page } = visitor;
    await page.goto(path);
    await page.getByText(ready).first().waitFor();
    await open?.(page);
    await judge(visitor, look, name);
  });

  it('a prediction in the history', async () => {
    const { page } = visitor;
    await page.goto('/history');
    await page.getByRole('link', { name: 'a lighthouse' }).first().click();
    await page
      .getByRole('dialog')
      .getByText('Submitted to the engine')
      .or(page.getByText('Result stored'))
      .first()
      .waitFor();
    await judge(visitor, look, 'history-prediction');
  });

  it('a result in the playground', async () => {
    const { page } = visitor;
    await page.goto(`/playground?model=embedded-video&prediction=${video}`);
    await page.getByRole('link', { name: 'Download' }).waitFor();
    await judge(visitor, look, 'playground-result');
  });

  it('an account, for administrators', async () => {
    const { page } = visitor;
    await page.goto('/admin/accounts');
    await page.getByRole('link', { name: email, exact: true }).click();
    await page.getByRole('heading', { name: 'Statement' }).waitFor();
    await judge(visitor, look, 'admin-account');
  });

  it('the pages without a session, and a new account', async () => {
    const stranger = await newVisitor(service.base, options);
    const { page } = stranger;
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await judge(stranger, look, 'sign-in');
    await page.goto('/set-password#token=none');
    await page.getByRole('button', { name: 'Set password' }).waitFor();
    await judge(stranger, look, 'set-password');
    await page.goto('/register');
    await fillEntry(page, 'ada', 'short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('At least 12 characters').waitFor();
    await judge(stranger, look, 'register');
    await openAccount(page);
    await page.getByLabel('the first call', { exact: true }).waitFor();
    await judge(stranger, look, 'home-new');
    await page.goto('/history');
    await page.getByText('No predictions yet').waitFor();
    await judge(stranger, look, 'history-empty');
    await page.goto('/no-such-page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await judge(stranger, look, 'not-found');
    await stranger.close();
  });
});

describe('by keyboard alone', () => {
  it('registers an account, creates a key, and skips the navigation', async () => {
    const visitor = await newVisitor(service.base);
    const { page } = visitor;
    const { keyboard } = page;
    await page.goto('/register');
    await page.getByLabel('Email').waitFor();
    await keyboard.type(newEmail());
    await keyboard.press('Tab');
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.goto('/keys');
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    // The dialog moves the focus after it has appeared; keys pressed before would be lost.
    await page.locator('[role=dialog] input:focus').waitFor();
    await keyboard.type('By keyboard');
    await keyboard.press('Enter');
    await page.getByText('This key is shown only once').waitFor();
    await page.getByLabel('I have stored the key safely').focus();
    await keyboard.press('Space');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('cell', { name: /^By keyboard/ }).waitFor();
    expectQuiet(visitor);
    await visitor.close();
  });
});

it('shows times in the user’s time zone', async () => {
  const times = await Promise.all(
    ['Pacific/Auckland', 'America/Los_Angeles'].map(async (timezoneId) => {
      const visitor = await newVisitor(service.base, { timezoneId });
      await visitor.page.goto('/sign-in?next=%2Fcredits');
      await signIn(visitor.page, email);
      const time = visitor.page.getByRole('main').locator('td time').first();
      await time.waitFor();
      const shown = [await time.getAttribute('datetime'), await time.innerText()];
      await visitor.close();
      return shown;
    }),
  );
  expect(times[0]![0]).toBe(times[1]![0]);
  expect(times[0]![1]).not.toBe(times[1]![1]);
});

it('loads nothing from other origins', async () => {
  const visitor = await newVisitor(service.base);
  const elsewhere: string[] = [];
  visitor.page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== service.base) elsewhere.push(request.url());
  });
  await visitor.page.goto('/sign-in');
  await signIn(visitor.page, email);
  await visitor.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  for (const { path, ready } of PAGES) {
    await visitor.page.goto(path);
    await visitor.page.getByText(ready).first().waitFor();
  }
  expect(elsewhere).toEqual([]);
  const { status } = await call(service.base, 'GET', '/health/live');
  expect(status).toBe(200);
  await visitor.close();
});
