/**
 * An account's whole page for administrators: overview with plan and limits, members, keys, usage and audit log, each with an
 * address; its export and its deletion.
 */
import { WINDOW_NAME, WINDOW_UNIT } from '../../src/platform/limits/index.js';
import { call, createKey, finished, generate, type Json, type Person, register } from '../support/client.js';
import { endServices, runTool, type ServiceProcess, spawnService } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { judge } from './support/judge.js';
import { openAccount, rowsOf } from './support/person.js';

let service: ServiceProcess;
let admin: Visitor;
let customer: Person;
let key: Json;
beforeAll(async () => {
  service = await spawnService();
  customer = await register(service.base);
  key = await createKey(service.base, customer, { name: 'Render farm' });
  const input = { modelKey: 'embedded-image', prompt: 'a harbour' };
  await finished(service.base, key.key, (await generate(service.base, key.key, input)).predictionId);
  admin = await newVisitor(service.base, { colorScheme: 'light' });
  const email = await openAccount(admin.page);
  const made = await runTool(['users', 'role', '--email', email, '--role', 'admin'], {
    DATA_DIR: service.directory,
  });
  expect(made.code).toBe(0);
});
afterAll(closeVisitors);
afterAll(endServices);
afterEach(() => expectQuiet(admin));

const part = (name: string) =>
  admin.page.getByRole('tabpanel', { name: 'Accounts' }).getByRole('tab', { name, exact: true });

it('has parts that are reached by keyboard and have addresses', async () => {
  const { page } = admin;
  await page.goto(`/admin/accounts/${customer.accountId}`);
  await page.getByRole('heading', { name: 'Statement' }).waitFor();
  await part('Overview').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('table', { name: 'Members' }).getByText(customer.email).waitFor();
  expect(new URL(page.url()).searchParams.get('part')).toBe('members');
  await page.keyboard.press('ArrowRight');
  const keys = page.getByRole('table', { name: 'API keys' });
  await keys.getByText('Render farm').waitFor();
  expect(new URL(page.url()).searchParams.get('part')).toBe('keys');
  await judge(admin, 'light', 'admin-account-keys');
  await part('Usage').click();
  const usage = page.getByRole('table', { name: 'Usage' });
  await usage.waitFor();
  expect((await rowsOf(usage))[0]![1]).toBe('1');
  await page.goto(`/admin/accounts/${customer.accountId}?part=usage&groupBy=keyId`);
  await usage.getByText('Render farm').waitFor();
  await judge(admin, 'light', 'admin-account-usage');
  await part('Audit log').click();
  const log = page.getByRole('table', { name: 'Audit log' });
  await log.getByText('Key created').waitFor();
  expect(new URL(page.url()).search).toBe('?part=audit');
  await log.getByText(customer.email).last().waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await log.getByText('Key created').waitFor();
  await judge(admin, 'phone-dark', 'admin-account-audit');
  await page.setViewportSize({ width: 1360, height: 900 });
});

it('creates a key for it, whose secret works and is shown once', async () => {
  const { page } = admin;
  await page.goto(`/admin/accounts/${customer.accountId}?part=keys`);
  const keys = page.getByRole('table', { name: 'API keys' });
  await keys.getByText('Render farm').waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Made for them');
  await judge(admin, 'light', 'admin-account-key-create');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const secret = await dialog.getByLabel('Secret key').inputValue();
  await judge(admin, 'light', 'admin-account-key-created');
  await dialog.getByLabel('I have stored the key safely').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await keys.getByText('Made for them').waitFor();
  const { status, body } = await call(service.base, 'GET', '/api/key', { token: secret });
  expect([status, body.name]).toEqual([200, 'Made for them']);
  const { accessToken: token } = customer;
  const own = await call(service.base, 'GET', '/api/keys', { token });
  expect((own.body.keys as Json[]).map(({ name }) => name as string)).toContain('Made for them');
  expect(await page.content()).not.toContain(secret);
  for (const [look, colorScheme, width] of [
    ['dark', 'dark', 1360],
    ['phone', 'light', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await judge(admin, look, 'admin-account-keys');
  }
  await page.setViewportSize({ width: 1360, height: 900 });
});

it('changes the plan after a confirmation', async () => {
  const { page } = admin;
  await page.goto(`/admin/accounts/${customer.accountId}`);
  const field = page.getByRole('combobox', { name: 'Plan' });
  expect(await field.inputValue()).toBe('free');
  await field.click();
  const other = page
    .getByRole('option')
    .filter({ hasNotText: /^free$/ })
    .first();
  const plan = await other.innerText();
  await other.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change plan' }).click();
  await page.getByText(`The plan is now ${plan}.`).waitFor();
  const { body } = await call(service.base, 'GET', '/api/auth/me', { token: customer.accessToken });
  expect(body.account.plan).toBe(plan);
  await page.getByRole('heading', { name: 'Statement' }).waitFor();
  await judge(admin, 'dark', 'admin-account');
});

it('lists members and open invitations', async () => {
  const { page } = admin;
  const invited = { email: 'grace@example.test', role: 'developer' };
  const { accessToken: token } = customer;
  const answer = await call(service.base, 'POST', '/api/account/invitations', { token, body: invited });
  expect(answer.status).toBe(201);
  await page.goto(`/admin/accounts/${customer.accountId}?part=members`);
  await page.getByText(invited.email).waitFor();
  const members = await rowsOf(page.getByRole('table', { name: 'Members' }));
  expect(members.map(([who, role]) => [who, role])).toEqual([[customer.email, 'owner']]);
  const open = await rowsOf(page.getByRole('table', { name: 'Open invitations' }));
  expect(open.map(([who, role]) => [who, role])).toEqual([[invited.email, 'developer']]);
  await judge(admin, 'dark', 'admin-account-members');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'light' });
  await judge(admin, 'phone', 'admin-account-members');
  await page.setViewportSize({ width: 1360, height: 900 });
});

it('sets the highest rate limit of its keys, and gives it back to the plan', async () => {
  const { page } = admin;
  await page.goto(`/admin/accounts/${customer.accountId}`);
  const shown = async () =>
    (await call(service.base, 'GET', '/api/account', { token: customer.accessToken })).body.limits
      .maxRateLimit;
  const before = await shown();
  const set = async (text: string) => {
    await page.getByRole('button', { name: 'Change the rate limit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Rate limit', { exact: true }).fill(text);
    await page.keyboard.press('Enter');
    return dialog;
  };
  const dialog = await set('3');
  await dialog.getByRole('alert').waitFor();
  await judge(admin, 'light', 'admin-account-limit');
  await dialog.getByLabel('Rate limit', { exact: true }).fill('120');
  await page.keyboard.press('Enter');
  await page.getByText(`Keys can now have up to 120 / ${WINDOW_UNIT}.`).waitFor();
  expect(await shown()).toBe(120);
  // A new key of it names its limit, not that of the administrator's account.
  await part('API keys').click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog').getByText(`Requests per ${WINDOW_NAME}, 10 to 120.`).waitFor();
  await page.keyboard.press('Escape');
  await part('Overview').click();
  await (await set('')).waitFor({ state: 'hidden' });
  expect(await shown()).toBe(before);
});

it('exports it, and deletes it with what is left in it', async () => {
  const { page } = admin;
  await page.goto(`/admin/accounts/${customer.accountId}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${customer.accountId}.zip`);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Current password').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByText(/^Balance: .* credits are left$/).waitFor();
  await judge(admin, 'light', 'admin-account-delete');
  await dialog.getByRole('button', { name: 'Delete anyway' }).click();
  await page.getByText('The account was deleted. Its data is erased in the background.').waitFor();
  await page.getByText('deleted', { exact: true }).waitFor();
  await page.getByText('Written off: the account was deleted').waitFor();
  for (const name of ['Delete account', 'Export', 'Suspend', 'Grant credits', 'Change the rate limit'])
    expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
  expect(await part('Members').count()).toBe(0);
  await judge(admin, 'light', 'admin-account-deleted');
  const { status } = await call(service.base, 'GET', '/api/credits/balance', { token: key.key });
  expect(status).toBe(401);
});

it('does not offer to delete the own account', async () => {
  const { page } = admin;
  await page.goto('/admin/accounts');
  await page.getByRole('row').filter({ hasText: 'admin' }).getByRole('link').click();
  await page.getByText('Your own account is deleted on its page, with the password.').waitFor();
  expect(await page.getByRole('button', { name: 'Delete account' }).count()).toBe(0);
});
