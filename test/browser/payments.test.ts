/** Buying credits: the packs of the page, the page of a payment service, and the payment in the list afterwards. */
import { cp, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { call } from '../support/client.js';
import {
  endServices,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
} from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { judge } from './support/judge.js';
import { goTo, newEmail, PASSWORD, rowsOf, signIn } from './support/person.js';

const PLUGIN = resolve('examples/test-payments/test-payments.mjs');

const PLANS = `default: free
plans:
  - { key: free, title: Free }
  - { key: pro, title: Pro, monthlyCredits: 2000, creditsExpire: true, price: { amount: 1900, currency: EUR } }
`;

let service: ServiceProcess;
let visitor: Visitor;
let email: string;
beforeAll(async () => {
  const catalogue = await temporaryDirectory();
  await cp(resolve('catalogue'), catalogue, { recursive: true });
  await writeFile(join(catalogue, 'plans.yaml'), PLANS);
  service = await spawnService({ PLUGINS: PLUGIN, SIGNUP_CREDITS: '5', CATALOGUE_DIR: catalogue });
  email = newEmail();
  await call(service.base, 'POST', '/api/auth/register', { body: { email, password: PASSWORD } });
  visitor = await newVisitor(service.base, { colorScheme: 'light' });
  await visitor.page.goto('/sign-in');
  await signIn(visitor.page, email);
  await visitor.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
});
afterAll(closeVisitors);
afterAll(endServices);
afterEach(() => expectQuiet(visitor));

it('a pack is paid at the payment service, and its credits and its payment are there afterwards', async () => {
  const { page } = visitor;
  await goTo(page, 'Credits');
  await page.getByRole('button', { name: 'Buy 1,000 credits' }).click();
  await page.getByText('1,000 credits: 1000 minor units of EUR').waitFor();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByRole('link', { name: 'Back to the credits' }).click();
  await page.getByRole('heading', { name: 'Credits', level: 1 }).waitFor();
  await page.getByText('1,005', { exact: true }).first().waitFor();
  const payments = page.getByRole('table', { name: 'Payments' });
  await payments.waitFor();
  const [[, state, paid, credits] = []] = await rowsOf(payments);
  expect([state, paid, credits]).toEqual(['Paid', '€10.00', '1,000']);
  await judge(visitor, 'light', 'credits-payments');
});

it('a payment has a page of its own, which prints as one sheet without the controls', async () => {
  const { page } = visitor;
  await page.goto('/credits');
  const paidAt = page.getByRole('table', { name: 'Payments' }).getByRole('link').first();
  await paidAt.click();
  await page.getByRole('heading', { name: 'Payment', level: 1 }).waitFor();
  const sheet = await page.getByRole('main').innerText();
  expect(sheet).toMatch(/pay_[0-9a-f]{32}/);
  for (const shown of [email, '€10.00', 'EUR', '1,000 credits', 'Paid', 'It is not a tax invoice.'])
    expect(sheet).toContain(shown);
  await judge(visitor, 'light', 'payment');
  await page.emulateMedia({ colorScheme: 'dark' });
  await judge(visitor, 'dark', 'payment');
  await page.setViewportSize({ width: 390, height: 844 });
  await judge(visitor, 'phone-dark', 'payment');
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
  expect(await page.evaluate<boolean>('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
  await judge(visitor, 'print', 'payment');
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await page.setViewportSize({ width: 1360, height: 900 });
});

it('an unknown payment is not found', async () => {
  const { page } = visitor;
  await page.goto(`/credits/payments/pay_${'0'.repeat(32)}`);
  await page.getByText('There is no such payment').waitFor();
});

it('whoever comes back without paying has no payment', async () => {
  const { page } = visitor;
  await page.goto('/credits');
  await page.getByRole('button', { name: 'Buy 5,500 credits' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('heading', { name: 'Credits', level: 1 }).waitFor();
  const payments = page.getByRole('table', { name: 'Payments' });
  await payments.waitFor();
  expect(await rowsOf(payments)).toHaveLength(1);
});

it('the page of invoices and cards is that of the payment service', async () => {
  const { page } = visitor;
  await page.goto('/credits');
  await page.getByRole('button', { name: 'Invoices and cards' }).click();
  await page.getByText('There are no invoices of test payments.').waitFor();
});

it('a plan is subscribed to, and shown with what is paid', async () => {
  const { page } = visitor;
  await page.goto('/credits');
  await page.getByText('2,000 credits each month, which expire with it').waitFor();
  await judge(visitor, 'light', 'credits-plans');
  await page.getByRole('button', { name: 'Choose Pro' }).click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByRole('link', { name: 'Back to the credits' }).click();
  await page.getByText('Pro: 2,000 credits for €19.00 a month').waitFor();
  await page.getByText('3,005', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Choose Pro' }).count()).toBe(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await judge(visitor, 'phone-dark', 'credits-plans');
});
