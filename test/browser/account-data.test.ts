/** An owner exports all data of the account, and deletes it with the password; what is left in it has to be given up expressly. */
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { call, createKey, generate, type Person, register } from '../support/client.js';
import { type EmbeddedDatabase, startPostgres } from '../support/postgres.js';
import {
  endServices,
  runTool,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
} from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { judge } from './support/judge.js';
import { fillEntry, PASSWORD, signIn } from './support/person.js';

/** As another process that exports the account. */
const LEASE = `insert into account_exports values ($1, gen_random_uuid(), clock_timestamp() + interval '1 minute')`;

let server: EmbeddedDatabase;
let operator: pg.Client;
let service: ServiceProcess;
let owner: Person;
let secret: string;
const visitors: Visitor[] = [];
beforeAll(async () => {
  server = await startPostgres({ directory: await temporaryDirectory(), database: 'data' });
  operator = new pg.Client({ connectionString: server.url });
  await operator.connect();
  service = await spawnService({ DATABASE_URL: server.url, SIGNUP_CREDITS: '0' });
  owner = await register(service.base);
  const grant = ['credits', 'grant', '--email', owner.email, '--amount', '1000', '--note', 'a test'];
  expect(await runTool(grant, { DATABASE_URL: server.url })).toMatchObject({ code: 0 });
  ({ key: secret } = await createKey(service.base, owner, { name: 'Production' }));
  await generate(service.base, secret, { modelKey: 'embedded-fault', mode: 'slow', seconds: 600 });
});
afterAll(async () => {
  await closeVisitors();
  await operator.end();
  await service.end('SIGTERM');
  await server.stop();
});
afterAll(endServices);
afterEach(() => visitors.forEach(expectQuiet));

async function visit(options: Parameters<typeof newVisitor>[1]): Promise<Visitor> {
  const visitor = await newVisitor(service.base, options);
  visitors.push(visitor);
  return visitor;
}

async function ownersPage(options: Parameters<typeof newVisitor>[1]): Promise<Visitor> {
  const visitor = await visit(options);
  await visitor.page.goto('/sign-in?next=%2Faccount');
  await signIn(visitor.page, owner.email);
  await visitor.page.getByRole('heading', { name: 'Your data' }).waitFor();
  return visitor;
}

const uuidOf = (accountId: string) => accountId.replace('acc_', '');

async function openModal(page: Page) {
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password', { exact: true }).waitFor();
  return dialog;
}

it('saves the export, and says when another one runs', async () => {
  const { page } = await ownersPage({ colorScheme: 'light' });
  const button = page.getByRole('button', { name: 'Export' });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe(`${owner.accountId}.zip`);
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['account.json', 'predictions.json', 'ledger.json']),
  );
  expect(JSON.parse(Buffer.from(files['keys.json']!).toString())).toMatchObject([{ name: 'Production' }]);
  await operator.query(LEASE, [uuidOf(owner.accountId)]);
  await button.click();
  await page.getByText('An export of this account is running. Wait for its end.').waitFor();
  await operator.query('delete from account_exports');
});

it('deletes the account after the password and after what is left, by keyboard', async () => {
  const visitor = await ownersPage({ colorScheme: 'dark' });
  const { page } = visitor;
  await page.getByRole('button', { name: 'Delete account' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  // The dialog moves the focus after it has appeared; keys pressed before would be lost.
  await page.locator('[role=dialog] input:focus').waitFor();
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await dialog.getByText('The current password is wrong.').waitFor();
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.getByText('Predictions: 1 are processing').waitFor();
  await dialog.getByText(/^Balance: .* credits are left$/).waitFor();
  await judge(visitor, 'dark', 'account-delete');
  await dialog.getByRole('button', { name: 'Keep account' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await call(service.base, 'GET', '/api/account', { token: owner.accessToken })).status).toBe(200);
  // Asked anew, nothing is forced.
  await openModal(page);
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByRole('button', { name: 'Delete anyway' }).click();
  await page.getByText('The account was deleted').waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/sign-in');
  await judge(visitor, 'dark', 'sign-in-deleted');
  await page.setViewportSize({ width: 390, height: 844 });
  await judge(visitor, 'phone-dark', 'sign-in-deleted');
  const answer = await call(service.base, 'GET', '/api/credits/balance', { token: secret });
  expect(answer.status).toBe(401);
  await fillEntry(page, owner.email, PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The email or the password is wrong.').waitFor();
});

it('an empty account of a phone goes at the first attempt, in every tab', async () => {
  const visitor = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = visitor;
  owner = await register(service.base);
  await page.goto('/sign-in?next=%2Faccount');
  await signIn(page, owner.email);
  const tab = await visitor.context.newPage();
  await tab.goto('/history');
  await tab.getByText('No predictions yet').waitFor();
  const dialog = await openModal(page);
  await judge(visitor, 'phone', 'account-delete');
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.getByText('The account was deleted').waitFor();
  await tab.getByRole('button', { name: 'Sign in' }).waitFor();
});
