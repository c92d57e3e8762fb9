/** An account's whole page for administrators: overview with plan, keys, usage and audit log, each with an address. */
import { call, createKey, finished, generate, type Json, type Person, register } from '../support/client.js';
import { endServices, runTool, type ServiceProcess, spawnService } from '../support/service-process.js';
import { closeBrowser, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
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
afterAll(closeBrowser);
afterAll(endServices);
afterEach(() => expectQuiet(admin));

const part = (name: string) => admin.page.getByRole('tab', { name, exact: true });

it('has parts that are reached by keyboard and have addresses', async () => {
  const { page } = admin;
  await page.goto(`/admin/accounts/${customer.accountId}`);
  await page.getByRole('heading', { name: 'Statement' }).waitFor();
  await part('Overview').focus();
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
