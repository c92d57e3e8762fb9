/** What an operator settles: payments that granted nothing, and subscriptions that are overdue or of suspended accounts. */
import { randomUUID } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { call, type Person, register } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';
import {
  endServices,
  runTool,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
} from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { judge } from './support/judge.js';
import { goTo, openAccount, PASSWORD, rowsOf } from './support/person.js';

const PLANS = `default: free
plans:
  - { key: free, title: Free }
  - { key: pro, title: Pro, monthlyCredits: 2000, price: { amount: 1900, currency: EUR } }
`;
const DAY = 86_400_000;

let service: ServiceProcess;
let admin: Visitor;
let token: string;
beforeAll(async () => {
  const catalogue = await temporaryDirectory();
  await cp(resolve('catalogue'), catalogue, { recursive: true });
  await writeFile(join(catalogue, 'plans.yaml'), PLANS);
  const PLUGINS = resolve('test/browser/support/unsigned-payments.mjs');
  service = await spawnService({ PLUGINS, CATALOGUE_DIR: catalogue });
  admin = await newVisitor(service.base, { colorScheme: 'light' });
  const email = await openAccount(admin.page);
  const made = await runTool(['users', 'role', '--email', email, '--role', 'admin'], {
    DATA_DIR: service.directory,
  });
  expect(made.code).toBe(0);
  await admin.page.reload();
  const login = { body: { email, password: PASSWORD } };
  token = (await call(service.base, 'POST', '/api/auth/login', login)).body.accessToken as string;
});
afterAll(closeVisitors);
afterAll(endServices);
afterEach(() => expectQuiet(admin));

const report = async (event: object) => {
  const answer = await call(service.base, 'POST', '/api/billing/webhooks/unsigned', {
    body: JSON.stringify({ kind: 'paid', customerId: null, subscription: null, receiptUrl: null, ...event }),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
};
async function order(person: Person, item: object): Promise<string> {
  const { body } = await call(service.base, 'POST', '/api/billing/checkout', {
    ...{ token: person.accessToken, body: item },
  });
  return uuidOf(body.checkoutId);
}

it('lists payments to refund by the person, says why, and refunds one', async () => {
  const { page } = admin;
  const person = await register(service.base);
  await report({ paymentId: 'pay_stuck', reference: await order(person, { pack: 'small' }), amount: 999 });
  await report({ paymentId: 'pay_foreign', reference: randomUUID(), amount: 1500 });
  await goTo(page, 'Administration');
  await page.getByRole('tab', { name: 'Payments' }).click();
  const payments = page.getByRole('table', { name: 'Payments' });
  await payments.getByRole('link', { name: person.email }).waitFor();
  await payments.getByText('It is not the price of its order.').waitFor();
  await payments.getByText('It names no order of this installation.').waitFor();
  await judge(admin, 'light', 'admin-payments-to-refund');

  const refund = async (paid: string) => {
    await payments.getByRole('button', { name: `Refund ${paid}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  };
  await refund('€15.00');
  await page.getByText('The payment service sends the money back.').waitFor();
  await eventually(async () => (await rowsOf(payments)).length === 1);
  await refund('€9.99');
  await page.getByText('The payment was not refunded').waitFor();
  await page.getByText('All', { exact: true }).click();
  await payments.getByText('Refunded', { exact: true }).waitFor();
});

it('lists overdue subscriptions and those of suspended accounts, and ends one', async () => {
  const { page } = admin;
  const [late, idle] = [await register(service.base), await register(service.base)];
  for (const [person, days] of [
    [late, -3.5],
    [idle, 20],
  ] as const) {
    const reference = await order(person, { plan: 'pro' });
    const subscription = {
      id: `sub_${reference}`,
      periodEndsAt: new Date(Date.now() + days * DAY).toISOString(),
    };
    await report({ paymentId: randomUUID(), reference, amount: 1900, subscription });
  }
  await call(service.base, 'PATCH', `/api/admin/accounts/${idle.accountId}`, {
    ...{ token, body: { suspended: true } },
  });
  await page.goto('/admin/payments');
  const subscriptions = page.getByRole('table', { name: 'Subscriptions' });
  const row = (person: Person) => subscriptions.getByRole('row').filter({ hasText: person.email });
  await row(late).getByText('3 days overdue').waitFor();
  await row(idle).getByText('account suspended').waitFor();
  for (const [look, width] of [
    ['light', 1360],
    ['phone', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await judge(admin, look, 'admin-subscriptions');
  }
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.getByRole('combobox', { name: 'Why' }).click();
  await page.getByRole('option', { name: 'Of suspended accounts' }).click();
  await row(late).waitFor({ state: 'hidden' });
  await row(idle).getByRole('button', { name: 'End subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End subscription' }).click();
  await page.getByText('No such subscription').waitFor();
});
