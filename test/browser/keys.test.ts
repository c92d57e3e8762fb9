/** Settings of API keys: created, changed, rotated, disabled and enabled on the page, and enforced by the API. */
import type { Locator, Page } from 'playwright-core';
import { WINDOW_NAME } from '../../src/platform/limits/index.js';
import { call, generate, type Json } from '../support/client.js';
import type { ServiceProcess } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { visitorOf } from './support/furnished-account.js';
import { judgeLooks, type Look } from './support/judge.js';
import { createKey, goTo, openAccount, PASSWORD } from './support/person.js';
import { sharedService } from './support/shared-service.js';

let service: ServiceProcess;
let visitor: Visitor;
let email: string;
beforeAll(async () => {
  service = await sharedService();
  visitor = await newVisitor(service.base);
  email = await openAccount(visitor.page);
});
afterAll(closeVisitors);
beforeEach(() => visitor.page.goto('/keys'));
afterEach(() => expectQuiet(visitor));

const statusOf = async (token: string) =>
  (await call(service.base, 'GET', '/api/generate/history', { token })).status;
const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

/** Chooses an action in the menu of a key's row. */
async function act(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions of / }).click();
  await row.page().getByRole('menuitem', { name: action }).click();
}

async function choose(dialog: Locator, field: string, option: string): Promise<void> {
  await dialog.getByRole('combobox', { name: field }).click();
  await dialog.page().getByRole('option', { name: option }).click();
}

/** Opens the page of a key by its row. */
async function openKey(page: Page, name: string): Promise<void> {
  await goTo(page, 'API keys');
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

it('creates a key with limits and restrictions, which the API enforces', async () => {
  const { page } = visitor;
  await goTo(page, 'API keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Restricted');
  await dialog.getByRole('button', { name: /^Limits and restrictions/ }).click();
  await choose(dialog, 'Expires', 'In 30 days');
  await dialog.getByRole('textbox', { name: 'Spend limit' }).fill('50');
  await choose(dialog, 'Period', 'Per day');
  await choose(dialog, 'Allowed models', 'Procedural music');
  await page.keyboard.press('Escape');
  await dialog.getByRole('textbox', { name: 'Allowed addresses' }).fill('198.51.100.7\n127.0.0.0/8');
  await dialog.getByRole('button', { name: 'Add metadata' }).click();
  await page.keyboard.type('service');
  await dialog.getByLabel('Metadata value 1').fill('render-farm');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const token = await dialog.getByLabel('Secret key').inputValue();
  await dialog.getByLabel('I have stored the key safely').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const { body } = await call(service.base, 'GET', '/api/key', { token });
  expect(body).toMatchObject({
    spendLimit: { credits: 50, period: 'day' },
    allowedModels: ['embedded-music'],
    allowedIps: ['198.51.100.7', '127.0.0.0/8'],
    metadata: { service: 'render-farm' },
  });
  expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  const input = { modelKey: 'embedded-image', prompt: 'a harbour' };
  const refused = await call(service.base, 'POST', '/api/generate', { token, body: input });
  expect([refused.status, refused.body.code]).toEqual([403, 'model_not_allowed']);
});

it('saves settings, shows them after a reload, and what is left of the spend limit', async () => {
  const { page } = visitor;
  const token = await createKey(page, 'Settings');
  await generate(service.base, token, { modelKey: 'embedded-image', prompt: 'a quiet harbour' });
  await act(rowOf(page, 'Settings'), 'Settings');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Night shift');
  await dialog.getByLabel('Request limit').fill('90');
  await dialog.getByRole('textbox', { name: 'Spend limit' }).fill('12.5');
  await dialog.getByRole('textbox', { name: 'Allowed addresses' }).fill('127.0.0.1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await openKey(page, 'Night shift');
  await page.reload();
  await page.getByText(`90 per ${WINDOW_NAME}`).first().waitFor();
  await page.getByText(/of 12.5 credits/).waitFor();
  await page.getByText(/credits left. Starts anew on/).waitFor();
  await page.getByText('127.0.0.1').waitFor();
  await page.getByRole('link', { name: 'a quiet harbour' }).click();
  await page.getByRole('dialog').getByText('Waited').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const { body } = await call(service.base, 'GET', '/api/key', { token });
  expect(body).toMatchObject({ name: 'Night shift', rateLimit: 90, allowedIps: ['127.0.0.1'] });
  expect(body).toMatchObject({ spendLimit: { credits: 12.5, period: 'month' }, expiresAt: null });
});

it('shows a wrong address at its field, also one that only the service rejects, and saves nothing', async () => {
  const { page } = visitor;
  const token = await createKey(page, 'Addresses');
  await act(rowOf(page, 'Addresses'), 'Settings');
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Allowed addresses' });
  await field.fill('127.0.0.1\n300.1.1.1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('“300.1.1.1” is not an IP address').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await field.fill('::ffff:192.0.2.1/64');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/^AllowedIps must have IP addresses or networks only/).waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect((await call(service.base, 'GET', '/api/key', { token })).body.allowedIps).toBeNull();
});

it('opens the collapsed part of the form where an error is in it', async () => {
  const { page } = visitor;
  await goTo(page, 'API keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  const part = dialog.getByRole('button', { name: /^Limits and restrictions/ });
  await dialog.getByLabel('Name').fill('Wrong');
  await part.click();
  await dialog.getByRole('textbox', { name: 'Allowed addresses' }).fill('example.com');
  await part.click();
  await dialog.getByRole('textbox', { name: 'Allowed addresses' }).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('“example.com” is not an IP address').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

it('rotates a key: the new secret is shown once, and the old key works until its grace ends', async () => {
  const { page } = visitor;
  const old = await createKey(page, 'Rotated');
  await act(rowOf(page, 'Rotated'), 'Rotate');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('In 1 hour').check();
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  const fresh = await dialog.getByLabel('Secret key').inputValue();
  expect(fresh).not.toBe(old);
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByLabel('I have stored the key safely').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.content()).not.toContain(fresh);
  const retiring = rowOf(page, /Rotated.*retiring/);
  await retiring.getByText(/^ends in/).waitFor();
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200]);
  await retiring.getByRole('link', { name: 'Rotated' }).click();
  await page.getByText(/^This key ends in/).waitFor();
  expect(await page.getByRole('button', { name: 'Rotate' }).count()).toBe(0);
  await page
    .getByRole('status')
    .getByRole('link', { name: `Rotated (…${fresh.slice(-4)})` })
    .click();
  await page.getByRole('link', { name: `Rotated (…${old.slice(-4)})` }).waitFor();
});

/** Answers the question whether to leave without the key. */
async function staying(page: Page, answer = 'Stay'): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Leave without the key?' });
  await question.getByRole('button', { name: answer }).click();
  await question.waitFor({ state: 'hidden' });
}

it('asks before the page of a new secret is left, until the user has the secret', async () => {
  const { page } = visitor;
  await goTo(page, 'Home');
  await goTo(page, 'API keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: /Create a key|is ready/ });
  await dialog.getByLabel('Name').fill('Abandoned');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const secret = await dialog.getByLabel('Secret key').inputValue();
  await page.evaluate('history.back()');
  await staying(page);
  const asked = page.waitForEvent('dialog');
  await page.evaluate('setTimeout(() => location.reload())');
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  expect(await dialog.getByLabel('Secret key').inputValue()).toBe(secret);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
  await page.evaluate('history.back()');
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
});

it('leaves the page of a new secret when the user says so', async () => {
  const { page } = visitor;
  await goTo(page, 'Home');
  await goTo(page, 'API keys');
  await act(rowOf(page, 'Abandoned'), 'Rotate');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  await page.getByLabel('Secret key').waitFor();
  await page.evaluate('history.back()');
  await staying(page, 'Leave');
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
});

it('cannot be closed while a new secret is on its way', async () => {
  const { page } = visitor;
  await goTo(page, 'Home');
  await createKey(page, 'Awaited');
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/keys/*/rotate', async (route) => {
    await held;
    await route.continue();
  });
  await act(rowOf(page, 'Awaited'), 'Rotate');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  await dialog.locator('button[data-loading=true]').waitFor();
  expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.evaluate('history.back()');
  await staying(page);
  answer();
  await dialog.getByLabel('I have stored the key safely').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.unroute('**/api/keys/*/rotate');
});

it('keeps the new secret on the screen when the old key ends at once', async () => {
  const { page } = visitor;
  const old = await createKey(page, 'Leaked');
  await act(rowOf(page, 'Leaked'), 'Rotate');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Now').check();
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  await page.locator('button', { hasText: /^Ended keys \(1\)/ }).waitFor({ state: 'attached' });
  const fresh = await dialog.getByLabel('Secret key').inputValue();
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 200]);
  await dialog.getByLabel('I have stored the key safely').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
});

it('disables a key, whose requests get 401, and enables it again', async () => {
  const { page } = visitor;
  const token = await createKey(page, 'Paused');
  await act(rowOf(page, 'Paused'), 'Disable');
  await rowOf(page, /Paused.*disabled/).waitFor();
  expect(await statusOf(token)).toBe(401);
  await openKey(page, 'Paused');
  await page.getByText('This key is disabled').waitFor();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByText('This key is disabled').waitFor({ state: 'detached' });
  expect(await statusOf(token)).toBe(200);
});

it('opens the menu and the settings by keyboard, and gives the focus back', async () => {
  const { page } = visitor;
  await goTo(page, 'API keys');
  const menu = page.getByRole('button', { name: 'Actions of Paused' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.locator('[role=menuitem]:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('[role=dialog] input:focus').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.locator('button[aria-label="Actions of Paused"]:focus').waitFor();
});

it('says that an unknown key does not exist', async () => {
  const { page } = visitor;
  await page.goto('/keys/key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f');
  await page.getByText('There is no such key').waitFor();
});

const LOOKS: readonly Look[] = [
  { look: 'light', colorScheme: 'light', width: 1360, height: 900 },
  { look: 'dark', colorScheme: 'dark', width: 1360, height: 900 },
  { look: 'phone', colorScheme: 'dark', width: 390, height: 844 },
];

describe('the appearance of the pages of keys', () => {
  let viewer: Visitor;
  let nightShift: Json;
  beforeAll(async () => {
    const { body: session } = await call(service.base, 'POST', '/api/auth/login', {
      body: { email, password: PASSWORD },
    });
    const { body } = await call(service.base, 'GET', '/api/keys', { token: session.accessToken });
    nightShift = body.keys.find(({ name }: Json) => name === 'Night shift');
    viewer = await visitorOf({ service, email });
  });
  beforeEach(() => viewer.page.setViewportSize({ width: 1360, height: 900 }));

  it('a key', async () => {
    await viewer.page.goto(`/keys/${nightShift.id}`);
    await viewer.page.getByRole('link', { name: 'a quiet harbour' }).waitFor();
    await judgeLooks(viewer, LOOKS, 'key');
  });

  it.each(['Settings', 'Rotate'])('the dialog %s', async (action) => {
    await viewer.page.goto(`/keys/${nightShift.id}`);
    await viewer.page.getByRole('button', { name: action }).click();
    const dialog = viewer.page.getByRole('dialog');
    if (action === 'Settings') {
      await choose(dialog, 'Expires', 'At a date');
      await dialog.getByRole('button', { name: 'Add metadata' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('Choose a date.').waitFor();
    }
    await judgeLooks(viewer, LOOKS, `key-${action.toLowerCase()}`);
  });

  it('the form of a new key, with all that can be left empty', async () => {
    await viewer.page.goto('/keys');
    await viewer.page.getByRole('button', { name: 'Create key' }).click();
    const dialog = viewer.page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Limits and restrictions/ }).click();
    await choose(dialog, 'Allowed models', 'Procedural music');
    await viewer.page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Add metadata' }).click();
    await judgeLooks(viewer, LOOKS, 'key-new');
  });

  it('the list with keys of several states, and the menu of one', async () => {
    const { page } = viewer;
    await page.goto('/keys');
    await judgeLooks(viewer, LOOKS, 'keys-menu', async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Actions of Night shift' }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
    });
  });
});
