/** What a role may not do is not offered: keys, the playground, what starts or deletes predictions, and the account’s data. */
import { createKey, finished, generate, type Person, register } from '../support/client.js';
import type { ServiceProcess } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { judge } from './support/judge.js';
import { joinAccount } from './support/membership.js';
import { goTo } from './support/person.js';
import { sharedService } from './support/shared-service.js';

let service: ServiceProcess;
let owner: Person;
let keyId: string;
let running: string;
const visitors: Visitor[] = [];
beforeAll(async () => {
  service = await sharedService();
  owner = await register(service.base);
  const key = await createKey(service.base, owner, { name: 'Production' });
  keyId = key.id;
  const image = { modelKey: 'embedded-image', prompt: 'a quiet harbour' };
  await finished(service.base, key.key, (await generate(service.base, key.key, image)).predictionId);
  const slow = { modelKey: 'embedded-fault', mode: 'slow', seconds: 600 };
  running = (await generate(service.base, key.key, slow)).predictionId;
});
afterAll(closeVisitors);
afterEach(() => visitors.forEach(expectQuiet));

async function member(role: string, colorScheme: 'light' | 'dark'): Promise<Visitor> {
  const visitor = await newVisitor(service.base, { colorScheme });
  visitors.push(visitor);
  await joinAccount(visitor.page, service, owner, role);
  return visitor;
}

const CONTROLS = ['Create key', 'Create a key', 'Settings', 'Rotate', 'Disable', 'Enable', 'Revoke'];

it.each(['viewer', 'billing'])('a member with the role %s reads keys and predictions', async (role) => {
  const visitor = await member(role, role === 'viewer' ? 'light' : 'dark');
  const look = role === 'viewer' ? 'light' : 'dark';
  const { page } = visitor;
  const offered = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).count();
  expect(await page.getByRole('link', { name: 'Playground', exact: true }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Open the playground' }).count()).toBe(0);
  await goTo(page, 'API keys');
  await page.getByRole('link', { name: 'Production' }).waitFor();
  expect(await page.getByRole('button', { name: 'Actions of Production' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Rename Production' }).count()).toBe(0);
  await judge(visitor, look, `keys-${role}`);
  await page.getByRole('link', { name: 'Production' }).click();
  await page.getByText('Settings and use').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/keys/${keyId}`);
  for (const name of CONTROLS) expect([name, await offered(name)]).toEqual([name, 0]);
  await page.goto('/history');
  await page.getByRole('link', { name: 'a quiet harbour' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Waited').waitFor();
  expect(await dialog.getByRole('link', { name: 'Run again' }).count()).toBe(0);
  expect(await dialog.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await page.goto(`/history?prediction=${running}`);
  await dialog.getByText('Waited').or(dialog.getByText('Started by')).first().waitFor();
  expect(await dialog.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  await page.goto('/playground');
  await page.getByText('Your role cannot generate').waitFor();
  expect(await offered('Generate')).toBe(0);
  await judge(visitor, look, `playground-${role}`);
  await page.goto('/account');
  await page.getByText('This session').waitFor();
  expect(await page.getByRole('heading', { name: 'Your data' }).count()).toBe(0);
  for (const name of ['Export', 'Delete account']) expect([name, await offered(name)]).toEqual([name, 0]);
});

it('a developer has all of them', async () => {
  const { page } = await member('developer', 'light');
  await goTo(page, 'API keys');
  await page.getByRole('button', { name: 'Actions of Production' }).click();
  await page.getByRole('menuitem', { name: 'Rotate' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create key' }).waitFor();
  await page.goto(`/history?prediction=${running}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
  await page.goto('/playground');
  await page.getByRole('button', { name: 'Generate' }).waitFor();
});

it('a new account without a key shows its viewer no first steps', async () => {
  const empty = await register(service.base);
  const visitor = await newVisitor(service.base);
  visitors.push(visitor);
  await joinAccount(visitor.page, service, empty, 'viewer');
  const { page } = visitor;
  await page.getByRole('heading', { name: 'Credits per day' }).waitFor();
  expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0);
  await goTo(page, 'API keys');
  await page.getByText('No active key').waitFor();
  expect(await page.getByRole('button', { name: 'Create a key' }).count()).toBe(0);
  await goTo(page, 'History');
  await page.getByText('No predictions yet').waitFor();
  expect(await page.getByRole('link', { name: 'Open the playground' }).count()).toBe(0);
});
