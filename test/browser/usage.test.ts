/** The pages that report: usage, requests, and the settings of the account that follow from them. */
import { readFile } from 'node:fs/promises';
import { call, createKey, finished, generate, type Json, type Person } from '../support/client.js';
import type { ServiceProcess } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { goTo, newEmail, PASSWORD, rowsOf, signIn } from './support/person.js';
import { sharedService } from './support/shared-service.js';

const FAULT = { modelKey: 'embedded-fault', prompt: 'a harbour' };

let service: ServiceProcess;
let visitor: Visitor;
let person: Person;
let key: Json;
beforeAll(async () => {
  service = await sharedService();
  const email = newEmail();
  const { body } = await call(service.base, 'POST', '/api/auth/register', {
    body: { email, password: PASSWORD },
  });
  person = { email, password: PASSWORD, accessToken: body.accessToken, accountId: '', userId: '' };
  key = await createKey(service.base, person, { name: 'Production' });
  const modes = ['ok', 'ok', 'permanent'];
  const started = [];
  for (const mode of modes)
    started.push(await generate(service.base, key.key, { ...FAULT, mode, externalUserId: 'user-7' }));
  started.push(await generate(service.base, key.key, { modelKey: 'embedded-image', prompt: 'a harbour' }));
  for (const { predictionId } of started) await finished(service.base, key.key, predictionId);
  const refused = await call(service.base, 'POST', '/api/generate', {
    ...{ token: key.key, body: { modelKey: 'no-such-model' } },
  });
  expect(refused.status).toBe(400);
  visitor = await newVisitor(service.base);
  await visitor.page.goto('/sign-in');
  await signIn(visitor.page, email);
  await visitor.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
});
afterAll(closeVisitors);
afterEach(() => expectQuiet(visitor));

const usage = () => visitor.page.getByRole('table', { name: 'Usage' });
const requests = () => visitor.page.getByRole('table', { name: 'Requests' });

it('reports predictions by day, and by what the reader chooses, with the choice in the URL', async () => {
  const { page } = visitor;
  await goTo(page, 'Usage');
  await usage().waitFor();
  const [day] = await rowsOf(usage());
  expect(day!.slice(1, 3)).toEqual(['4', '1 (25 %)']);
  await page.goto('/usage?groupBy=modelKey,externalUserId,keyId');
  await usage().getByText('embedded-image').waitFor();
  const rows = (await rowsOf(usage())).map((cells) => cells.slice(0, 4));
  expect(rows).toEqual([
    ['embedded-fault', 'user-7', 'Production', '3'],
    ['embedded-image', 'none', 'Production', '1'],
  ]);
  const groups = page.getByRole('combobox', { name: 'Group by' });
  await groups.focus();
  await groups.press('ArrowDown');
  await page.getByRole('option', { name: 'State' }).click();
  await eventually(async () => (await rowsOf(usage())).length === 3);
  expect(new URL(page.url()).searchParams.get('groupBy')).toBe('modelKey,externalUserId,keyId,status');
});

it('downloads the report as it is shown', async () => {
  const { page } = visitor;
  await page.goto('/usage?groupBy=modelKey');
  await usage().getByText('embedded-image').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('offprint-usage.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines.map((line) => line.split(',').slice(0, 2).join())).toEqual([
    'modelKey,count',
    'embedded-fault,3',
    'embedded-image,1',
  ]);
});

it('lists the requests of the keys with their outcome, filtered by status and key', async () => {
  const { page } = visitor;
  await goTo(page, 'Requests');
  await requests().getByText('model_not_found').waitFor();
  expect(await requests().getByText('its prediction').count()).toBeGreaterThan(3);
  const choose = async (text: string, option: string) => {
    await page.getByRole('combobox', { name: 'Status' }).fill(text);
    await page.getByRole('option', { name: option }).click();
  };
  await choose('wrong req', '400 wrong request');
  await eventually(async () => (await rowsOf(requests())).length === 1);
  const [[, request, outcome] = []] = await rowsOf(requests());
  expect(request).toBe('POST /api/generate');
  expect(outcome).toContain('model_not_found');
  await choose('507', '507 storage full');
  await page.getByText('No requests match these filters').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await requests().getByRole('link', { name: 'its prediction' }).first().click();
  await page.getByRole('dialog').getByText('Waited').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

it('sets an alert about a low balance, which then says so, and removes it', async () => {
  const { page } = visitor;
  await goTo(page, 'Credits');
  await page.getByLabel('Send a mail below').fill('5000');
  await page.getByRole('button', { name: 'Save alert' }).click();
  await page.getByText('The alert was saved.').waitFor();
  await page.getByText('Low', { exact: true }).waitFor();
  const read = async () =>
    (await call(service.base, 'GET', '/api/account', { token: person.accessToken })).body;
  expect((await read()).alertBelow).toBe(5000);
  await page.getByLabel('Send a mail below').fill('');
  await page.getByRole('button', { name: 'Save alert' }).click();
  await page.getByText('Low', { exact: true }).waitFor({ state: 'hidden' });
  expect((await read()).alertBelow).toBeNull();
});

it('names the account', async () => {
  const { page } = visitor;
  await page.goto('/account');
  await page.getByLabel('Name', { exact: true }).fill('Render farm');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('The name was saved.').waitFor();
  await page.reload();
  await eventually(
    async () => (await page.getByLabel('Name', { exact: true }).inputValue()) === 'Render farm',
  );
});

it('sells nothing without a payment service', async () => {
  const { page } = visitor;
  await goTo(page, 'Credits');
  await page.getByRole('heading', { name: 'Statement' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Buy credits' }).count()).toBe(0);
  expect(await page.getByRole('heading', { name: 'Payments' }).count()).toBe(0);
});
