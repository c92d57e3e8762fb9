/** Actions of administrators, which no other user can perform. */
import { call, type Json } from '../support/client.js';
import { endServices, runTool, type ServiceProcess, spawnService } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { judge } from './support/judge.js';
import { goTo, newEmail, numberIn, openAccount, PASSWORD, rowsOf } from './support/person.js';

let service: ServiceProcess;
let admin: Visitor;
let customer: { email: string; token: string; accountId: string };
beforeAll(async () => {
  service = await spawnService();
  customer = await newCustomer();
  admin = await newVisitor(service.base);
  const email = await openAccount(admin.page);
  const made = await runTool(['users', 'role', '--email', email, '--role', 'admin'], {
    DATA_DIR: service.directory,
  });
  expect(made).toMatchObject({ code: 0 });
  await admin.page.reload();
});
afterAll(closeVisitors);
afterAll(endServices);
afterEach(() => expectQuiet(admin));

async function newCustomer() {
  const email = newEmail();
  const { body } = await call(service.base, 'POST', '/api/auth/register', {
    body: { email, password: PASSWORD },
  });
  return { email, token: body.accessToken as string, accountId: body.account.id as string };
}

async function startSlow(): Promise<string> {
  const body = { modelKey: 'embedded-fault', mode: 'slow', seconds: 600 };
  const answer = await call(service.base, 'POST', '/api/dashboard/predictions', {
    token: customer.token,
    body,
  });
  expect(answer.status).toBe(201);
  return answer.body.predictionId;
}

async function endOf(predictionId: string): Promise<Json> {
  const path = `/api/dashboard/predictions/${predictionId}`;
  return (await call(service.base, 'GET', path, { token: customer.token })).body;
}

async function openCustomer(): Promise<void> {
  const { page } = admin;
  await goTo(page, 'Administration');
  await page.getByRole('tab', { name: 'Accounts' }).click();
  await page.getByLabel('Search').fill(customer.email);
  await page.waitForURL('**search=**');
  await page.getByRole('link', { name: customer.email }).click();
  await page.getByRole('heading', { name: 'Statement' }).waitFor();
}

it('is hidden from a customer, on the page and by direct URL', async () => {
  const visitor = await newVisitor(service.base);
  await openAccount(visitor.page);
  expect(await visitor.page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  await visitor.page.goto('/admin/accounts');
  await visitor.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  const { status } = await call(service.base, 'GET', '/api/admin/accounts', { token: customer.token });
  expect(status).toBe(403);
  expectQuiet(visitor);
  await visitor.close();
});

it('grants and adjusts credits with a note, which the customer sees in the statement', async () => {
  const { page } = admin;
  await openCustomer();
  for (const [form, amount, button] of [
    ['Grant', '25.5', 'Grant credits'],
    ['Adjustment', '-5.125', 'Adjust balance'],
  ] as const) {
    const area = page.getByRole('form', { name: form });
    await area.getByRole('textbox', { name: form }).fill(amount);
    await area.getByLabel('Note').fill(`${form} of the test`);
    await area.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByRole('button', { name: button }).click();
    await page.getByRole('cell', { name: `${form} of the test` }).waitFor();
  }
  const rows = await rowsOf(page.getByRole('main').locator('table'));
  expect(rows.map((cells) => numberIn(cells[3]!))).toEqual([-5.125, 25.5, 1000]);
  const { body } = await call(service.base, 'GET', '/api/dashboard/credits/ledger', {
    token: customer.token,
  });
  expect(body.items[0]).toMatchObject({ kind: 'adjustment', amount: -5.125, note: 'Adjustment of the test' });
});

it('rejects an adjustment below zero, and one of zero', async () => {
  const { page } = admin;
  await openCustomer();
  const area = page.getByRole('form', { name: 'Adjustment' });
  await area.getByRole('button', { name: 'Adjust balance' }).click();
  await area.getByText('Enter a number of credits.').waitFor();
  await area.getByText('Enter a note.').waitFor();
  await area.getByRole('textbox', { name: 'Adjustment' }).fill('-5000');
  await area.getByLabel('Note').fill('too much');
  await area.getByRole('button', { name: 'Adjust balance' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Adjust balance' }).click();
  await area.getByRole('alert').waitFor();
});

it('suspends an account after a confirmation, marks it, and lifts the suspension', async () => {
  const { page } = admin;
  const createKey = () => call(service.base, 'POST', '/api/keys', { token: customer.token, body: {} });
  await openCustomer();
  for (const [button, confirm, count, status] of [
    ['Suspend', 'Suspend account', 1, 403],
    ['Lift suspension', 'Lift suspension', 0, 400],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: confirm }).click();
    await page.getByText(count ? 'Account suspended.' : 'Suspension lifted.').waitFor();
    const other = count ? 'Lift suspension' : 'Suspend';
    await page.getByRole('main').getByRole('button', { name: other, exact: true }).waitFor();
    expect(await page.getByRole('main').getByText('suspended', { exact: true }).count()).toBe(count);
    expect((await createKey()).status).toBe(status);
  }
});

it('finds accounts by their plan and their state, and predictions by the person and the model, in words', async () => {
  const { page } = admin;
  await page.goto('/admin/accounts');
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('State', 'Suspended');
  await page.getByText('No matching account').waitFor();
  await choose('State', 'Not suspended');
  await choose('Plan', 'Free');
  await page.getByRole('link', { name: customer.email }).waitFor();
  expect(new URL(page.url()).search).toBe('?state=open&plan=free');

  const predictionId = await startSlow();
  await page.goto('/admin/predictions');
  await page.getByRole('combobox', { name: 'Account' }).fill(customer.email.slice(0, 12));
  await page.getByRole('option', { name: customer.email }).click();
  await page.waitForURL(`**accountId=${customer.accountId}**`);
  await page.getByRole('link', { name: predictionId }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: predictionId }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Account' }).inputValue()).toBe(customer.email);
  await choose('Model', 'Classic upscale');
  await page.getByText('No matching prediction').waitFor();
  await call(service.base, 'POST', `/api/dashboard/predictions/${predictionId}/cancel`, {
    token: customer.token,
  });
});

it('cancels and refunds a prediction of any account', async () => {
  const { page } = admin;
  const predictionId = await startSlow();
  await page.goto(`/admin/predictions?predictionId=${predictionId}`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel prediction' }).click();
  await page.getByText('cancelled', { exact: true }).waitFor();
  expect(await endOf(predictionId)).toMatchObject({
    status: 'failed',
    creditsRefunded: 1,
    error: { code: 'cancelled' },
  });
});

it('shows one prediction of any account: facts, input, timeline, ledger, and its end', async () => {
  const { page } = admin;
  const predictionId = await startSlow();
  await page.goto(`/admin/predictions?predictionId=${predictionId}`);
  await page.getByRole('link', { name: predictionId }).click();
  expect(new URL(page.url()).pathname).toBe(`/admin/predictions/${predictionId}`);
  const ledger = page.getByRole('table', { name: 'Charge and refund' });
  await ledger.waitFor();
  const facts = page.getByRole('main');
  await facts.getByRole('link', { name: customer.email }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel prediction' }).click();
  await ledger.getByText('Refund').waitFor();
  expect((await rowsOf(ledger)).map(([kind, amount]) => [kind, amount])).toEqual([
    ['Charge', '−1'],
    ['Refund', '+1'],
  ]);
  expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  for (const [look, colorScheme, width] of [
    ['dark', 'dark', 1360],
    ['phone', 'light', 390],
    ['light', 'light', 1360],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await judge(admin, look, 'admin-prediction');
  }
});

it('fails a prediction with a note that the customer never sees', async () => {
  const { page } = admin;
  const predictionId = await startSlow();
  await page.goto(`/admin/predictions?accountId=${customer.accountId}&status=processing`);
  await page.getByRole('button', { name: 'Fail' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('the engine burned down');
  await dialog.getByRole('button', { name: 'Fail prediction' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const end = await endOf(predictionId);
  expect(end).toMatchObject({ status: 'failed', creditsRefunded: 1, error: { code: 'internal_error' } });
  expect(JSON.stringify(end)).not.toContain('burned');
});

it('checks an engine on request', async () => {
  const { page } = admin;
  await goTo(page, 'Administration');
  await page.getByRole('tab', { name: 'Providers' }).click();
  await page.getByRole('button', { name: 'Check embedded' }).click();
  await page.getByText('Check passed').waitFor();
});

it('verifies the ledger and shows the result, also after a reload', async () => {
  const { page } = admin;
  await page.goto('/admin/ledger');
  await page.getByText('Not verified yet').waitFor();
  await page.getByRole('button', { name: 'Verify now' }).click();
  await page.getByText('All checks passed').waitFor();
  await page.reload();
  await page.getByText('All checks passed').waitFor();
});
