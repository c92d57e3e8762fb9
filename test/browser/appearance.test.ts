/**
 * Appearance of every page, which is loaded once, on the narrowest screen, and then looked at in each width, scheme and state: no
 * serious or critical axe finding, no horizontal overflow, contrast under the pointer and in focus, keyboard access. Outside of
 * CI a screenshot of each is in reports/screenshots/.
 */
import type { BrowserContextOptions } from 'playwright-core';
import { call } from '../support/client.js';
import type { ServiceProcess } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { ALL_KINDS, forcedColours } from './support/forced-colours.js';
import { furnishedAdministrator, visitorOf } from './support/furnished-account.js';
import { judge, judgeLooks, LOOKS, overruns, settled } from './support/judge.js';
import { goToStop, PAGES } from './support/pages.js';
import { fillEntry, newEmail, openAccount, PASSWORD, signIn } from './support/person.js';
import { coloursIn, type State, STATES } from './support/states.js';
import { isGate } from './support/tier.js';

const WIDTHS = [320, 360, 768, 1280, 1440, 1920];
const STATE_WIDTHS = isGate ? [390] : [390, 1440];
const SCHEMES: ('light' | 'dark')[] = isGate ? ['dark'] : ['light', 'dark'];
const SCREEN = { width: 1360, height: 900 };

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const DEVICES: { look: string; options: BrowserContextOptions }[] = [
  ...(isGate ? [] : [{ look: 'light', options: { colorScheme: 'light' as const } }]),
  { look: 'dark', options: { colorScheme: 'dark' } },
  { look: 'phone', options: { colorScheme: 'light', ...PHONE } },
];

/** Only a dialog has them. */
const SWITCHES = '.mantine-Switch-input + .mantine-Switch-track';
const seenKinds = new Set<string>();

let service: ServiceProcess;
let email: string;
let video: string;
let visitor: Visitor;
/** Addresses outside of the service that the visitor's pages have requested. */
const elsewhere: string[] = [];
beforeAll(async () => {
  ({ service, email, video } = await furnishedAdministrator());
  visitor = await visitorOf({ service, email });
  visitor.page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== service.base) elsewhere.push(request.url());
  });
});
afterAll(closeVisitors);

describe.each(PAGES)('$name', (stop) => {
  beforeAll(async () => {
    const { page } = visitor;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: WIDTHS[0]!, height: 900 });
    await goToStop(page, stop);
  });

  it('fits every width', async () => {
    const { page } = visitor;
    const found: Record<string, string[]> = {};
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      const wide = await overruns(page);
      if (wide.length > 0) found[width] = wide;
    }
    expect(found).toEqual({});
  });

  it('shows what is selected when a contrast theme forces its colours', async () => {
    const { page } = visitor;
    await page.setViewportSize({ width: 1280, height: 900 });
    const { kinds, flat } = await forcedColours(page);
    kinds.forEach((kind) => seenKinds.add(kind));
    expect(flat).toEqual([]);
  });

  if (stop.hasStates)
    it.each(SCHEMES)(
      'keeps the contrast of %s colours under the pointer and in focus',
      async (colorScheme) => {
        const { page } = visitor;
        await page.emulateMedia({ colorScheme });
        const found: Record<string, string[]> = {};
        for (const width of STATE_WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await settled(page);
          for (const state of Object.keys(STATES) as State[]) {
            const faults = await coloursIn(page, state);
            if (faults.length > 0) found[`${width} ${state}`] = faults;
          }
        }
        expect(found).toEqual({});
      },
    );

  it('has no serious fault, light and dark', async () => {
    const { page } = visitor;
    await page.setViewportSize(SCREEN);
    await stop.open?.(page);
    await judgeLooks(visitor, LOOKS, stop.name);
  });
});

it('has met each kind of selection, bar and legend under forced colours', () => {
  expect(ALL_KINDS.filter((kind) => !seenKinds.has(kind))).toEqual(['[aria-pressed]', SWITCHES]);
});

describe('what opens on a page', () => {
  beforeEach(async () => {
    await visitor.page.setViewportSize(SCREEN);
  });

  it('the form of a new key', async () => {
    const { page } = visitor;
    await page.goto('/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await judgeLooks(visitor, LOOKS, 'keys-create');
  });

  it('a prediction in the history', async () => {
    const { page } = visitor;
    await page.goto('/history');
    await page.getByRole('link', { name: 'a lighthouse' }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Submitted to the engine').or(page.getByText('Result stored')).first().waitFor();
    await judgeLooks(visitor, LOOKS, 'history-prediction');
  });

  it('a result in the playground', async () => {
    const { page } = visitor;
    await page.goto(`/playground?model=embedded-video&prediction=${video}`);
    await page.getByRole('link', { name: 'Download' }).waitFor();
    await judgeLooks(visitor, LOOKS, 'playground-result');
  });

  it('an account, for administrators', async () => {
    const { page } = visitor;
    await page.goto('/admin/accounts');
    await page.getByRole('link', { name: email, exact: true }).click();
    await page.getByRole('heading', { name: 'Statement' }).waitFor();
    await judgeLooks(visitor, LOOKS, 'admin-account');
  });
});

it.each(DEVICES)('$look: the pages without a session, and a new account', async ({ look, options }) => {
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

describe('by keyboard alone', () => {
  it('registers an account, creates a key, and skips the navigation', async () => {
    const newcomer = await newVisitor(service.base);
    const { page } = newcomer;
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
    // Until the keys have come it is disabled, and the focus passes it.
    const creation = page.getByRole('button', { name: 'Create key', disabled: false }).first();
    await creation.waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await keyboard.press('Tab');
    await creation.and(page.locator(':focus')).waitFor();
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
    expectQuiet(newcomer);
    await newcomer.close();
  });
});

it('shows times in the user’s time zone', async () => {
  const times = await Promise.all(
    ['Pacific/Auckland', 'America/Los_Angeles'].map(async (timezoneId) => {
      const traveller = await newVisitor(service.base, { timezoneId });
      await traveller.page.goto('/sign-in?next=%2Fcredits');
      await signIn(traveller.page, email);
      const time = traveller.page.getByRole('main').locator('td time').first();
      await time.waitFor();
      const shown = [await time.getAttribute('datetime'), await time.innerText()];
      await traveller.close();
      return shown;
    }),
  );
  expect(times[0]![0]).toBe(times[1]![0]);
  expect(times[0]![1]).not.toBe(times[1]![1]);
});

it('has loaded nothing from other origins', async () => {
  expect(elsewhere).toEqual([]);
  const { status } = await call(service.base, 'GET', '/health/live');
  expect(status).toBe(200);
});
