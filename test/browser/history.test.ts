/** The history with many predictions: infinite scrolling, filters, and the detail view. */
import { call, createKey, generate } from '../support/client.js';
import type { ServiceProcess } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { newEmail, PASSWORD, signIn } from './support/person.js';
import { sharedService } from './support/shared-service.js';

/** More than two pages of the list. */
const MANY = 60;

let service: ServiceProcess;
let visitor: Visitor;
beforeAll(async () => {
  service = await sharedService();
  const email = newEmail();
  const { body } = await call(service.base, 'POST', '/api/auth/register', {
    body: { email, password: PASSWORD },
  });
  const person = { email, password: PASSWORD, accessToken: body.accessToken, accountId: '', userId: '' };
  const [one, other] = [
    await createKey(service.base, person, { name: 'One' }),
    await createKey(service.base, person, { name: 'Other', env: 'test' }),
  ];
  for (let i = 1; i <= MANY; i += 1) {
    const input = {
      modelKey: 'embedded-fault',
      mode: i % 20 === 0 ? 'permanent' : 'ok',
      prompt: `number ${i}`,
    };
    await generate(service.base, i % 10 === 0 ? other.key : one.key, {
      ...input,
      externalUserId: `user-${i % 3}`,
    });
  }
  visitor = await newVisitor(service.base);
  await visitor.page.goto('/sign-in?next=%2Fhistory');
  await signIn(visitor.page, email);
  await visitor.page.getByText('number 60', { exact: true }).waitFor();
});
afterAll(closeVisitors);
afterEach(() => expectQuiet(visitor));

const entries = () => visitor.page.getByRole('listitem');
const openFilters = () => visitor.page.getByRole('button', { name: 'Filters' }).click();

async function choose(label: string, option: string): Promise<void> {
  await visitor.page.getByRole('combobox', { name: label }).click();
  await visitor.page.getByRole('option', { name: option, exact: true }).click();
}

async function expectEntries(count: number): Promise<void> {
  await eventually(async () => (await entries().count()) === count);
}

it('loads further pages on scrolling, to the first prediction', async () => {
  const { page } = visitor;
  expect(await entries().count()).toBeLessThan(MANY);
  await eventually(async () => {
    await page.mouse.wheel(0, 4000);
    return (await page.getByText('number 1', { exact: true }).count()) === 1;
  });
  await expectEntries(MANY);
  expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
});

it('filters by state, key, environment and user, with the filters in the URL', async () => {
  const { page } = visitor;
  await page.goto('/history');
  await openFilters();
  await choose('State', 'Failed');
  await expectEntries(3);
  await choose('Started by', 'Other');
  await expectEntries(3);
  await choose('Environment', 'Test');
  await page.getByLabel('External user').fill('user-1');
  await expectEntries(1);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toMatchObject({
    status: 'failed',
    env: 'test',
    externalUserId: 'user-1',
  });
  await page.reload();
  await expectEntries(1);
  await page.getByRole('button', { name: 'Clear all 4' }).click();
  await eventually(async () => (await entries().count()) > 3);
  expect(new URL(page.url()).search).toBe('');
});

it('filters by days in the user’s time zone', async () => {
  const { page } = visitor;
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/history?from=${day(-3)}&to=${day(-2)}`);
  await page.getByText('No predictions match these filters').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await entries().first().waitFor();
  await page.goto(`/history?from=${day(-1)}&to=${day(1)}`);
  await entries().first().waitFor();
});

it('opens a prediction beside the list with a URL of its own; Back closes it', async () => {
  const { page } = visitor;
  await page.goto('/history?view=table');
  await page.getByRole('link', { name: 'number 59', exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Completed').first().waitFor();
  const address = page.url();
  expect(new URL(address).searchParams.get('prediction')).toMatch(/^pred_/);
  await page.goBack();
  await drawer.waitFor({ state: 'hidden' });
  await page.goto(address);
  await drawer.getByText('number 59').first().waitFor();
});

it('shows a message for an unknown prediction', async () => {
  const { page } = visitor;
  await page.goto('/history?prediction=pred_00000000000000000000000000000000');
  await page.getByRole('dialog').getByText('This could not be loaded').waitFor();
});
