/** Operator keys: an administrator creates and revokes them on the page, and the API enforces what was chosen. */
import type { Locator } from 'playwright-core';
import { call } from '../support/client.js';
import { endServices, runTool, type ServiceProcess, spawnService } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { judge } from './support/judge.js';
import { openAccount } from './support/person.js';

let service: ServiceProcess;
let admin: Visitor;
beforeAll(async () => {
  service = await spawnService();
  admin = await newVisitor(service.base, { colorScheme: 'light' });
  const email = await openAccount(admin.page);
  const made = await runTool(['users', 'role', '--email', email, '--role', 'admin'], {
    DATA_DIR: service.directory,
  });
  expect(made.code).toBe(0);
});
afterAll(closeVisitors);
afterAll(endServices);
beforeEach(async () => {
  await admin.page.goto('/admin/operator-keys');
  await admin.page.getByRole('button', { name: 'Create operator key' }).waitFor();
});
afterEach(() => expectQuiet(admin));

const accounts = async (token: string) =>
  (await call(service.base, 'GET', '/api/admin/accounts', { token })).status;
const rowOf = (name: string) => admin.page.getByRole('row').filter({ hasText: name });

async function openForm(name: string): Promise<Locator> {
  await admin.page.getByRole('button', { name: 'Create operator key' }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  return dialog;
}

/** @returns the secret, after the dialog was closed. */
async function createIn(dialog: Locator): Promise<string> {
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const secret = await dialog.getByLabel('Secret key').inputValue();
  await dialog.getByLabel('I have stored the key safely').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return secret;
}

it('creates a key with the chosen scopes, whose secret is shown once', async () => {
  const { page } = admin;
  await page.getByText('No operator key').waitFor();
  const dialog = await openForm('Shop');
  await dialog.getByRole('checkbox', { name: /accounts:read/ }).check();
  await judge(admin, 'light', 'admin-operator-key-create');
  const secret = await createIn(dialog);
  expect(secret).toMatch(/^of_ops_[0-9a-f]{48}$/);
  expect(await accounts(secret)).toBe(200);
  const body = { amount: 1, note: 'not allowed', accountId: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' };
  const headers = { 'Idempotency-Key': 'browser' };
  const grant = await call(service.base, 'POST', '/api/admin/credits/grants', {
    ...{ token: secret, body, headers },
  });
  expect([grant.status, grant.body.code]).toEqual([403, 'insufficient_scope']);
  await rowOf('Shop').getByText('active', { exact: true }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await judge(admin, 'light', 'admin-operator-keys');
});

it('enforces addresses and expiry, and names a wrong address at its field', async () => {
  const dialog = await openForm('Elsewhere');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('Choose at least one.').waitFor();
  await dialog.getByRole('checkbox', { name: /accounts:read/ }).check();
  const addresses = dialog.getByRole('textbox', { name: 'Allowed addresses' });
  await addresses.fill('300.1.1.1');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('“300.1.1.1” is not an IP address').waitFor();
  await addresses.fill('198.51.100.7');
  await dialog.getByRole('combobox', { name: 'Expires' }).click();
  await admin.page.getByRole('option', { name: 'In 30 days' }).click();
  const secret = await createIn(dialog);
  expect(await accounts(secret)).toBe(403);
  await rowOf('Elsewhere').getByText('198.51.100.7').last().waitFor();
  await rowOf('Elsewhere')
    .getByText(/^expires/)
    .waitFor();
});

it('revokes a key after its name was typed, by keyboard alone', async () => {
  const { page } = admin;
  const dialog = await openForm('Leaked');
  await dialog.getByRole('checkbox', { name: /accounts:read/ }).check();
  const secret = await createIn(dialog);
  await page.getByRole('button', { name: 'Revoke Leaked' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('[role=dialog] input:focus').waitFor();
  await page.keyboard.type('Leake');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('button', { name: 'Revoke key' }).isDisabled()).toBe(true);
  await page.keyboard.type('d');
  await page.keyboard.press('Enter');
  await rowOf('Leaked').getByText('revoked', { exact: true }).waitFor();
  await eventually(async () => (await accounts(secret)) === 401);
  expect(await page.getByRole('button', { name: 'Revoke Leaked' }).count()).toBe(0);
});

it('fits a phone, in dark colours', async () => {
  const { page } = admin;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await rowOf('Shop').waitFor();
  await judge(admin, 'phone-dark', 'admin-operator-keys');
});
