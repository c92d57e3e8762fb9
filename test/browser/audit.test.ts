/** The audit log: an account's owners and admins read theirs, administrators all of them; nobody else is offered one. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { call, createKey, type Json, type Person, register } from '../support/client.js';
import { runTool, type ServiceProcess } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { judge } from './support/judge.js';
import { joinAccount } from './support/membership.js';
import { goTo, rowsOf, signIn } from './support/person.js';
import { sharedService } from './support/shared-service.js';

let service: ServiceProcess;
let owner: Person;
let key: Json;
let visitor: Visitor;
const visitors: Visitor[] = [];
beforeAll(async () => {
  service = await sharedService();
  owner = await register(service.base);
  key = await createKey(service.base, owner, { name: 'Production' });
  const { accessToken: token } = owner;
  const changed = { rateLimit: 90, name: 'Production' };
  await call(service.base, 'PATCH', `/api/keys/${key.id}`, { token, body: changed });
  await call(service.base, 'PATCH', '/api/account', { token, body: { name: 'Render farm' } });
  visitor = await open(owner.email, { colorScheme: 'light' });
});
afterAll(closeVisitors);
afterEach(() => visitors.forEach(expectQuiet));

async function open(email: string, options: Parameters<typeof newVisitor>[1]): Promise<Visitor> {
  const opened = await newVisitor(service.base, options);
  visitors.push(opened);
  await opened.page.goto('/sign-in');
  await signIn(opened.page, email);
  await opened.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  return opened;
}

const log = (page: Page) => page.getByRole('table', { name: 'Audit log' });
const firstCells = async (page: Page) =>
  (await rowsOf(log(page))).map(([, what = '']) => what.split('\n')[0]);

it('shows an owner who changed what, with what it was before', async () => {
  const { page } = visitor;
  await goTo(page, 'Audit log');
  await log(page).getByText('Key changed').waitFor();
  expect((await firstCells(page)).slice(0, 3)).toEqual(['Account renamed', 'Key changed', 'Key created']);
  const row = log(page).getByRole('row').filter({ hasText: 'Key changed' });
  await row.getByText('rateLimit: 6000 → 90').waitFor();
  await row.getByText(`Production (…${String(key.masked).slice(-4)})`).waitFor();
  // On a wide screen the cell of a phone's list is hidden.
  await row.getByText(owner.email).last().waitFor();
  await judge(visitor, 'light', 'audit');
});

it('filters by what was done and by what was changed, keeps filters in the URL, and says when none match', async () => {
  const { page } = visitor;
  await page.goto('/audit');
  const what = page.getByRole('combobox', { name: 'What' });
  await what.fill('Key cha');
  await page.getByRole('option', { name: 'Key changed' }).click();
  await eventually(async () => (await firstCells(page)).join() === 'Key changed');
  expect(new URL(page.url()).searchParams.get('action')).toBe('key.changed');
  await page.reload();
  await eventually(async () => (await firstCells(page)).join() === 'Key changed');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  const changed = page.getByRole('combobox', { name: 'Changed' });
  await changed.fill('Produc');
  await page.getByRole('option', { name: /^Production/ }).click();
  await eventually(async () => (await firstCells(page)).join() === 'Key changed,Key created');
  expect(new URL(page.url()).searchParams.get('target')).toBe(key.id);
  await changed.fill(key.id);
  await eventually(async () => (await firstCells(page)).join() === 'Key changed,Key created');
  const who = page.getByRole('combobox', { name: 'Who' });
  await who.fill(owner.email.slice(0, 8));
  await page.getByRole('option', { name: owner.email }).click();
  await eventually(() => Promise.resolve(page.url().includes(owner.userId)));
  await eventually(async () => (await firstCells(page)).join() === 'Key changed,Key created');
  await who.fill('The service itself');
  await eventually(() => Promise.resolve(page.url().includes('actor=system')));
  await page.getByText('No changes match these filters').waitFor();
});

it('downloads what the filters select, in one file', async () => {
  const { page } = visitor;
  await page.goto('/audit?action=key.created');
  await log(page).getByText('Key created').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('offprint-audit.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(key.id);
});

it('loads older entries by keyboard, until the first one', async () => {
  const { accessToken: token } = owner;
  for (let index = 0; index < 60; index++)
    await call(service.base, 'PATCH', '/api/account', { token, body: { name: `Farm ${index}` } });
  const { page } = visitor;
  // As low as this, the end of the list is far away.
  await page.setViewportSize({ width: 1360, height: 300 });
  await page.goto('/audit');
  await log(page).getByText('Account renamed').first().waitFor();
  const more = page.getByRole('button', { name: 'Load more' });
  if (await more.isVisible()) {
    await more.focus();
    await page.keyboard.press('Enter');
  }
  await log(page).getByText('Key created').waitFor();
  await more.waitFor({ state: 'detached' });
  const actions = await firstCells(page);
  expect(actions.filter((action) => action === 'Account renamed')).toHaveLength(61);
  await page.setViewportSize({ width: 1360, height: 900 });
});

it('is not offered to a viewer, also not by its address', async () => {
  const viewer = await newVisitor(service.base, {});
  visitors.push(viewer);
  const { page } = viewer;
  await joinAccount(page, service, owner, 'viewer');
  expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  await page.goto('/audit');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});

describe('for administrators', () => {
  let admin: Visitor;
  beforeAll(async () => {
    const { email } = await register(service.base);
    const made = await runTool(['users', 'role', '--email', email, '--role', 'admin'], {
      DATA_DIR: service.directory,
    });
    expect(made.code).toBe(0);
    admin = await open(email, { colorScheme: 'dark' });
  });

  it('shows all accounts and the installation, filtered by account', async () => {
    const { page } = admin;
    await goTo(page, 'Administration');
    await page.getByRole('tab', { name: 'Audit' }).click();
    await log(page).getByText('User role changed').waitFor();
    await page.getByRole('combobox', { name: 'Account' }).fill(owner.email);
    await page.getByRole('option', { name: owner.email }).click();
    await page.waitForURL(`**accountId=${owner.accountId}**`);
    await log(page).getByText('Account renamed').first().waitFor();
    await log(page).getByRole('link', { name: owner.email }).last().waitFor();
    await log(page).getByText('User role changed').waitFor({ state: 'hidden' });
    await judge(admin, 'dark', 'admin-audit');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await log(page).getByText('Account renamed').first().waitFor();
    await judge(admin, 'phone', 'admin-audit');
  });
});
