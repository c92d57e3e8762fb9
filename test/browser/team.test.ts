/** The people of an account: invited with a link, with roles that the page keeps to, and gone when they are removed. */
import type { Page } from 'playwright-core';
import type { ServiceProcess } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { judge } from './support/judge.js';
import { goTo, newEmail, openAccount, PASSWORD } from './support/person.js';
import { sharedService } from './support/shared-service.js';

let service: ServiceProcess;
let owner: Visitor;
let ownerEmail: string;
const visitors: Visitor[] = [];
beforeAll(async () => {
  service = await sharedService();
  owner = await newVisitor(service.base, { colorScheme: 'light' });
  ownerEmail = await openAccount(owner.page);
});
afterAll(closeVisitors);
afterEach(() => {
  for (const visitor of [owner, ...visitors]) expectQuiet(visitor);
});

async function another(): Promise<Page> {
  const visitor = await newVisitor(service.base, { colorScheme: 'dark' });
  visitors.push(visitor);
  return visitor.page;
}

/** Invites on the owner's page. @returns the path of the link, which the page shows and copies. */
async function invite(email: string, role: string): Promise<string> {
  const { page } = owner;
  await goTo(page, 'Team');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: new RegExp(`^${role}`, 'i') }).click();
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByText(`Give this link to ${email} and to nobody else`).waitFor();
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  const shown = await page.getByLabel('link', { exact: true }).textContent();
  const [link] = /\/invitations\/accept#token=[\w-]{43}/.exec(shown!)!;
  await page.evaluate('history.back()');
  const question = page.getByRole('dialog', { name: 'Leave without the link?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.getByLabel('I have the link').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByLabel('link', { exact: true }).waitFor({ state: 'hidden' });
  return link;
}

const members = (page: Page) => page.getByRole('table', { name: 'Members' });
const rowOf = (page: Page, email: string) => members(page).getByRole('row').filter({ hasText: email });

it('a person without an account joins with the link, and sees what the role allows', async () => {
  const email = newEmail();
  const link = await invite(email, 'viewer');
  const page = await another();
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await goTo(page, 'Team');
  await rowOf(page, ownerEmail).waitFor();
  expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
  expect(await page.getByRole('combobox', { name: `Role of ${ownerEmail}` }).count()).toBe(0);
  await goTo(page, 'Credits');
  await page.getByText('Sign-up credits').first().waitFor();
  expect(await page.getByRole('heading', { name: 'Low balance' }).count()).toBe(0);
  await owner.page.reload();
  const role = owner.page.getByRole('combobox', { name: `Role of ${email}` });
  expect(await role.inputValue()).toBe('viewer');
  await role.click();
  await owner.page.getByRole('option', { name: 'billing' }).click();
  await eventually(async () => (await role.inputValue()) === 'billing');
  await judge(owner, 'light', 'team');
  await page.goto('/credits');
  await page.getByRole('heading', { name: 'Low balance' }).waitFor();
});

it('a person with an account accepts, works in both, and is out at once when removed', async () => {
  const page = await another();
  const email = await openAccount(page);
  const link = await invite(email, 'developer');
  await page.goto(link);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByText(/You are now a member of .* as developer/).waitFor();
  await page.getByRole('button', { name: 'Continue in it' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await goTo(page, 'Team');
  await rowOf(page, ownerEmail).waitFor();
  await judge(visitors.at(-1)!, 'dark', 'team-developer');
  const { page: ownersPage } = owner;
  await ownersPage.reload();
  await ownersPage.getByRole('button', { name: `Remove ${email}` }).click();
  await ownersPage.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await rowOf(ownersPage, email).waitFor({ state: 'hidden' });
  await page.goto('/team');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await rowOf(page, email).waitFor();
  expect(await rowOf(page, ownerEmail).count()).toBe(0);
});

it('a link works once, and not for another person', async () => {
  const email = newEmail();
  const link = await invite(email, 'developer');
  const stranger = await another();
  await openAccount(stranger);
  await stranger.goto(link);
  await stranger.getByRole('button', { name: 'Accept the invitation' }).click();
  await stranger.getByRole('alert').waitFor();
  const page = await another();
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  const late = await another();
  await late.goto(link);
  await late.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await late.getByRole('button', { name: 'Join' }).click();
  await late.getByRole('alert').waitFor();
});
